import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPriority, EVENT_TYPES, type EventType } from './event-types.ts';
import { detectedMergeGapMs, type NormalisedEvent, normaliseEvents, type RawEvent, widenToEvents } from './raw-events.ts';
import { type ClassifiedEvent, DEFAULT_MIN_SLICE_MS, inheritedTimeline, type TimelineSlice, timelineOf } from './timeline.ts';

const MINUTE = 60_000;

function raw(id: string, code: string, startMinute: number, endMinute: number | null): RawEvent {
  return {
    id,
    deviceId: 'WT-1',
    code,
    startMs: startMinute * MINUTE,
    endMs: endMinute === null ? null : endMinute * MINUTE,
    source: 'Scada',
  };
}

const MEANINGS: Record<string, { eventType: EventType; priority: number }> = {
  101: { eventType: 'Warning', priority: 600 },
  205: { eventType: 'Downtime', priority: 110 },
  310: { eventType: 'Curtailment', priority: 210 },
  900: { eventType: 'Communication Loss', priority: 410 },
};

function meaningOf(event: NormalisedEvent, overrides: Record<string, number> = {}): ClassifiedEvent {
  const { eventType, priority } = MEANINGS[event.code] ?? { eventType: 'Unknown', priority: 500 };
  return { ...event, category: 'Any', eventType, priority: overrides[event.code] ?? priority };
}

const minutes = (slices: readonly TimelineSlice[]) =>
  slices.map(({ startMs, endMs, code }) => `${startMs / MINUTE}–${endMs / MINUTE} ${code}`);

const storm = [
  raw('r1', '101', 0, 120),
  raw('r2', '205', 30, 70),
  raw('r3', '310', 50, 100),
  raw('r4', '205', 72, 90),
  raw('r5', '900', 80, 130),
];
const normalised = normaliseEvents({ events: storm, nowMs: 500 * MINUTE });

describe('raw events of one device', () => {
  test('become clean ranges, short breaks of one code bridged', () => {
    expect(normalised.map(({ code, startMs, endMs, rawEventIds }) => [code, startMs / MINUTE, endMs / MINUTE, rawEventIds])).toEqual([
      ['101', 0, 120, ['r1']],
      ['205', 30, 90, ['r2', 'r4']],
      ['310', 50, 100, ['r3']],
      ['900', 80, 130, ['r5']],
    ]);
  });

  test('a break longer than five minutes stays', () => {
    const events = [raw('a', '205', 0, 10), raw('b', '205', 16, 20)];
    expect(normaliseEvents({ events, nowMs: 60 * MINUTE })).toHaveLength(2);
  });

  test('detected events are one across two intervals, reported ones are not', () => {
    const detectedGapMs = detectedMergeGapMs(60 * MINUTE);
    const events = [raw('a', 'SYS-COMM', 0, 120), raw('b', 'SYS-COMM', 240, 300)];
    const found = (source: RawEvent['source']) =>
      normaliseEvents({ events: events.map((event) => ({ ...event, source })), nowMs: 600 * MINUTE, detectedGapMs });
    expect(found('Detected').map(({ startMs, endMs }) => [startMs / MINUTE, endMs / MINUTE])).toEqual([[0, 300]]);
    expect(found('Scada')).toHaveLength(2);
    expect(found('Manual')).toHaveLength(2);
    expect([MINUTE, 10 * MINUTE].map(detectedMergeGapMs)).toEqual([5 * MINUTE, 20 * MINUTE]);
  });

  test('an open event lasts until now, a late one is cut at now', () => {
    const events = [raw('open', '205', 0, null), raw('late', '310', 0, 90)];
    const found = normaliseEvents({ events, nowMs: 60 * MINUTE });
    expect(found.map(({ endMs, isOpen }) => [endMs / MINUTE, isOpen])).toEqual([
      [60, true],
      [60, false],
    ]);
  });

  test('a new start of an open code ends the earlier one', () => {
    const events = [raw('a', '205', 0, null), raw('b', '205', 30, 40)];
    const [found] = normaliseEvents({ events, nowMs: 60 * MINUTE, mergeGapMs: 0 });
    expect([found?.startMs, (found?.endMs ?? 0) / MINUTE, found?.isOpen, found?.rawEventIds]).toEqual([0, 40, false, ['a', 'b']]);
  });

  test('empty, backward and doubled events are dropped', () => {
    const events = [raw('a', '205', 5, 5), raw('b', '310', 9, 3), raw('c', '900', 0, 7), raw('d', '900', 0, 7), raw('e', '101', 80, 90)];
    const found = normaliseEvents({ events, nowMs: 60 * MINUTE });
    expect(found.map(({ id, rawEventIds }) => [id, rawEventIds])).toEqual([['c', ['c']]]);
  });

  test('an end that a user corrected counts', () => {
    const [found] = normaliseEvents({ events: [raw('a', '205', 0, null)], nowMs: 60 * MINUTE, endEdits: new Map([['a', 20 * MINUTE]]) });
    expect([(found?.endMs ?? 0) / MINUTE, found?.isOpen]).toEqual([20, false]);
  });

  test('a recalculation reaches as far as events reach', () => {
    const period = { startMs: 60 * MINUTE, endMs: 70 * MINUTE };
    expect(widenToEvents(period, storm)).toEqual({ startMs: 0, endMs: 130 * MINUTE });
    expect(widenToEvents(period, [raw('x', '205', 0, 50), raw('y', '205', 90, null)])).toEqual(period);
    expect(widenToEvents(period, [raw('z', '205', 73, null)]).endMs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('timeline of a device', () => {
  test('gives each instant to the event with the smallest priority', () => {
    const timeline = timelineOf(normalised.map((event) => meaningOf(event)));
    expect(minutes(timeline)).toEqual(['0–30 101', '30–90 205', '90–100 310', '100–130 900']);
    expect(timeline[1]?.rawEventIds.toSorted()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
    expect(timeline[1]).toMatchObject({ eventType: 'Downtime', priority: 110, isLocked: false, isOpen: false });
  });

  test('follows an enterprise that pays for grid stops', () => {
    const timeline = timelineOf(normalised.map((event) => meaningOf(event, { 310: 50 })));
    expect(minutes(timeline)).toEqual(['0–30 101', '30–50 205', '50–100 310', '100–130 900']);
  });

  test('breaks ties by type, start, code and id', () => {
    const same = (id: string, code: string, eventType: EventType, start: number): ClassifiedEvent => ({
      ...(normaliseEvents({ events: [raw(id, code, start, 60)], nowMs: 90 * MINUTE })[0] as NormalisedEvent),
      category: 'Any',
      eventType,
      priority: 100,
    });
    const winner = (...events: ClassifiedEvent[]) => timelineOf(events).at(-1)?.id;
    expect(winner(same('a', '1', 'Degraded', 0), same('b', '1', 'Downtime', 5))).toBe('b');
    expect(winner(same('a', '1', 'Downtime', 5), same('b', '1', 'Downtime', 0))).toBe('b');
    expect(winner(same('a', '2', 'Downtime', 0), same('b', '1', 'Downtime', 0))).toBe('b');
    expect(winner(same('b', '1', 'Downtime', 0), same('a', '1', 'Downtime', 0))).toBe('a');
  });

  test('gives seconds of clock noise to their neighbour, and keeps a short event that stands alone', () => {
    const second = (value: number) => value / 60;
    const short = [raw('a', '205', 0, 10), raw('b', '310', 10, 10 + second(20)), raw('c', '900', 10 + second(20), 20)];
    const timeline = (events: RawEvent[]) =>
      minutes(timelineOf(normaliseEvents({ events, nowMs: 99 * MINUTE }).map((event) => meaningOf(event))));
    expect(timeline(short)).toEqual([`0–${10 + second(20)} 205`, `${10 + second(20)}–20 900`]);
    expect(timeline(short.slice(1))).toEqual(['10–20 900']);
    expect(timeline([raw('alone', '205', 5, 5 + second(10))])).toEqual([`5–${5 + second(10)} 205`]);
  });

  test('ends open only where the deciding event lasts on', () => {
    const events = normaliseEvents({ events: [raw('a', '101', 0, null), raw('b', '205', 10, 20)], nowMs: 30 * MINUTE });
    expect(timelineOf(events.map((event) => meaningOf(event))).map(({ code, isOpen }) => [code, isOpen])).toEqual([
      ['101', false],
      ['205', false],
      ['101', true],
    ]);
  });

  test('of a device includes outages of the plant above it', () => {
    const timeline = (events: RawEvent[]) => timelineOf(normaliseEvents({ events, nowMs: 500 * MINUTE }).map((event) => meaningOf(event)));
    const own = timeline([raw('own', '310', 0, 60)]);
    const plant = timeline([raw('plant', '205', 30, 90)]);
    expect(minutes(inheritedTimeline(own, [plant, []]))).toEqual(['0–30 310', '30–90 205']);
    expect(inheritedTimeline(own, [])).toEqual(own);
  });

  test('covers exactly what its events cover, each instant once', () => {
    const anyEvent = fc.record({
      code: fc.constantFrom('101', '205', '310', '900', '777'),
      start: fc.nat({ max: 300 }),
      length: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 25 }), fc.constantFrom(0, DEFAULT_MIN_SLICE_MS), (list, minSliceMs) => {
        const events = list.map(({ code, start, length }, i) => raw(`e${i}`, code, start, start + length));
        const ranges = normaliseEvents({ events, nowMs: 1000 * MINUTE });
        const timeline = timelineOf(
          ranges.map((event) => meaningOf(event)),
          minSliceMs,
        );
        const covered = new Set<number>();
        for (const { startMs, endMs } of ranges) for (let at = startMs; at < endMs; at += MINUTE) covered.add(at);
        let total = 0;
        for (const [i, slice] of timeline.entries()) {
          expect(slice.startMs).toBeGreaterThanOrEqual(timeline[i - 1]?.endMs ?? 0);
          for (let at = slice.startMs; at < slice.endMs; at += MINUTE) expect(covered.has(at)).toBe(true);
          total += (slice.endMs - slice.startMs) / MINUTE;
        }
        expect(total).toBe(covered.size);
        expect(new Set(timeline.flatMap(({ rawEventIds }) => rawEventIds))).toEqual(
          new Set(events.length ? ranges.flatMap(({ rawEventIds }) => rawEventIds) : []),
        );
      }),
    );
  });
});

test('types are ordered by how decisive they are', () => {
  expect(EVENT_TYPES.map((type) => defaultPriority(type, 1))).toEqual([101, 201, 301, 401, 501, 601, 701]);
  expect(defaultPriority('Downtime')).toBe(199);
});
