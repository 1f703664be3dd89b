import { describe, expect, test } from 'vitest';
import { matchEvents } from './identity.ts';
import { mergeEvents } from './merge.ts';
import { findOverlaps, gapsBetween, overlapMs, overlaps } from './overlap.ts';
import { applyOverlay, entriesInForce, type OverlayEntry, rawEndEdits } from './overlay.ts';
import { normaliseEvents, type RawEvent } from './raw-events.ts';
import { bulkSplitProblem, rawEndProblem, reviewSegments, splitEvent } from './split.ts';
import { type ClassifiedEvent, type TimelineSlice, timelineOf } from './timeline.ts';

const MINUTE = 60_000;
const at = (minute: number) => minute * MINUTE;

const MEANINGS = {
  101: { eventType: 'Warning', priority: 600 },
  205: { eventType: 'Downtime', priority: 110 },
  310: { eventType: 'Curtailment', priority: 210 },
  900: { eventType: 'Communication Loss', priority: 410 },
} as const;

type Code = keyof typeof MEANINGS;

function ranges(...events: [id: string, code: Code, start: number, end: number][]): ClassifiedEvent[] {
  const raw = events.map(
    ([id, code, start, end]): RawEvent => ({
      id,
      deviceId: 'WT-1',
      code: String(code),
      startMs: at(start),
      endMs: at(end),
      source: 'Scada',
    }),
  );
  return normaliseEvents({ events: raw, nowMs: at(1000) }).map((event) => ({
    ...event,
    ...MEANINGS[Number(event.code) as Code],
    category: 'Any',
  }));
}

const placement = { category: 'X', code: '310', eventType: 'Curtailment', priority: 210 } as const;
const show = (slices: readonly TimelineSlice[]) =>
  slices.map(
    ({ startMs, endMs, code, category, isLocked }) =>
      `${startMs / MINUTE}–${endMs / MINUTE} ${code} ${category}${isLocked ? ' locked' : ''}`,
  );

describe('edits of people', () => {
  const resent = ranges(['r1', 101, 0, 120], ['r2', 205, 30, 70], ['r3', 310, 50, 110], ['r4', 205, 72, 90], ['r5', 900, 80, 130]);
  const entry = (id: string, sequence: number, content: object) => ({ id, sequence, ...content }) as OverlayEntry;
  const assign = entry('e1', 1, { kind: 'assign', startMs: at(90), endMs: at(100), ...placement });
  const lay = (...log: OverlayEntry[]) => applyOverlay(timelineOf(resent), entriesInForce(log), resent);

  test('survive data that is sent again', () => {
    expect(show(lay(assign))).toEqual(['0–30 101 Any', '30–90 205 Any', '90–100 310 X locked', '100–110 310 Any', '110–130 900 Any']);
  });

  test('list what really happened in their time', () => {
    expect(
      lay(assign)
        .find(({ isLocked }) => isLocked)
        ?.rawEventIds.toSorted(),
    ).toEqual(['r1', 'r3', 'r5']);
  });

  test('made later win over earlier ones', () => {
    const later = entry('e2', 2, { kind: 'join', startMs: at(95), endMs: at(120), ...placement, category: 'Y' });
    expect(show(lay(later, assign)).slice(2)).toEqual(['90–95 310 X locked', '95–120 310 Y locked', '120–130 900 Any']);
  });

  test('can delete', () => {
    expect(show(lay(entry('e2', 2, { kind: 'void', startMs: at(20), endMs: at(110) })))).toEqual(['0–20 101 Any', '110–130 900 Any']);
  });

  test('can be undone, and the undoing too', () => {
    const undo = entry('e2', 2, { kind: 'undo', entryId: 'e1' });
    const redo = entry('e3', 3, { kind: 'undo', entryId: 'e2' });
    expect(lay(assign, undo)).toEqual(timelineOf(resent));
    expect(show(lay(assign, undo, redo))[2]).toBe('90–100 310 X locked');
  });

  test('of raw ends: the latest counts', () => {
    const log = [
      entry('e1', 1, { kind: 'rawEnd', rawId: 'r1', newEndMs: 5 }),
      entry('e2', 2, { kind: 'rawEnd', rawId: 'r1', newEndMs: 7 }),
      entry('e3', 3, { kind: 'comment' }),
    ];
    expect(rawEndEdits(entriesInForce(log))).toEqual(new Map([['r1', 7]]));
  });

  test('do not change a timeline they do not touch', () => {
    expect(lay(entry('e1', 1, { kind: 'acknowledge' }))).toEqual(timelineOf(resent));
  });
});

describe('an event keeps its identity', () => {
  const known = (id: string, code: string, start: number, end: number) => ({ id, code, startMs: at(start), endMs: at(end) });
  const computed = (code: string, start: number, end: number) => ({ code, startMs: at(start), endMs: at(end) });

  test('when it covers half of the same time, or some of it with the same code', () => {
    const stored = [known('A', '205', 0, 60), known('B', '310', 100, 200), known('C', '900', 300, 310)];
    const match = matchEvents(stored, [computed('777', 0, 40), computed('310', 190, 400), computed('101', 305, 340)]);
    expect(match.ids).toEqual(['A', 'B', undefined]);
    expect(match.archived).toEqual([{ id: 'C', movesTo: 1 }]);
  });

  test('is given to the piece that shares most time, and notes of lost events move on', () => {
    const match = matchEvents([known('A', '205', 0, 100), known('B', '101', 100, 110)], [computed('205', 0, 30), computed('205', 30, 110)]);
    expect(match.ids).toEqual([undefined, 'A']);
    expect(match.archived).toEqual([{ id: 'B', movesTo: 1 }]);
  });

  test('is gone when nothing is left of its time', () => {
    expect(matchEvents([known('A', '205', 0, 10)], [computed('205', 50, 60)])).toEqual({
      ids: [undefined],
      archived: [{ id: 'A', movesTo: undefined }],
    });
  });
});

describe('periods and events', () => {
  test('an open event belongs to every later period', () => {
    const open = { startMs: 0, endMs: null };
    expect(overlaps(open, { startMs: at(9), endMs: at(10) })).toBe(true);
    expect(overlaps({ startMs: 0, endMs: at(9) }, { startMs: at(9), endMs: at(10) })).toBe(false);
    expect(overlapMs(open, { startMs: -5, endMs: 7 })).toBe(7);
    expect(overlapMs({ startMs: 0, endMs: 3 }, { startMs: 5, endMs: 7 })).toBe(0);
  });

  test('edits that claim the same time are found, and time none claims', () => {
    const edits = [
      { startMs: at(20), endMs: at(30) },
      { startMs: 0, endMs: at(10) },
      { startMs: at(5), endMs: at(12) },
    ];
    expect(findOverlaps(edits)).toEqual([{ first: 1, second: 2 }]);
    expect(gapsBetween(edits, { startMs: 0, endMs: at(40) })).toEqual([
      { startMs: at(12), endMs: at(20) },
      { startMs: at(30), endMs: at(40) },
    ]);
    expect(gapsBetween([{ startMs: 0, endMs: null }], { startMs: 0, endMs: 5 })).toEqual([]);
  });
});

describe('merging', () => {
  const event = (id: string, start: number, end: number, eventType: 'Downtime' | 'Warning' = 'Warning', deviceId = 'WT-1') => ({
    id,
    deviceId,
    startMs: at(start),
    endMs: at(end),
    code: id,
    category: `category ${id}`,
    eventType,
    priority: eventType === 'Downtime' ? 110 : 600,
  });
  const [a, b, c] = [event('a', 0, 10), event('b', 20, 30, 'Downtime'), event('c', 40, 50)];

  test('covers the gap and means what the most decisive event meant', () => {
    expect(mergeEvents([a, b], [a, b, c])).toEqual({
      ok: true,
      merged: { deviceId: 'WT-1', startMs: 0, endMs: at(30), code: 'b', category: 'category b', eventType: 'Downtime', priority: 110 },
    });
  });

  test('needs several events of one device with none between', () => {
    expect(mergeEvents([a, c], [a, b, c])).toEqual({ ok: false, problem: 'otherEventBetween' });
    expect(mergeEvents([a], [a])).toEqual({ ok: false, problem: 'tooFew' });
    expect(mergeEvents([a, event('d', 20, 30, 'Warning', 'WT-2')], [a])).toEqual({ ok: false, problem: 'differentDevices' });
  });
});

describe('splitting', () => {
  const event = { startMs: 0, endMs: at(60) };

  test('gives touching segments', () => {
    expect(splitEvent(event, [at(40), at(10)])).toEqual({
      ok: true,
      segments: [
        { startMs: 0, endMs: at(10) },
        { startMs: at(10), endMs: at(40) },
        { startMs: at(40), endMs: at(60) },
      ],
    });
  });

  test('needs different times strictly inside', () => {
    expect(splitEvent(event, [0])).toEqual({ ok: false, problem: 'timeOutside' });
    expect(splitEvent(event, [at(60)])).toEqual({ ok: false, problem: 'timeOutside' });
    expect(splitEvent(event, [])).toEqual({ ok: false, problem: 'noTimes' });
    expect(splitEvent(event, [at(5), at(5)])).toEqual({ ok: false, problem: 'timeRepeated' });
  });

  test('of many events needs one zone and a common instant', () => {
    const stockholm = { ...event, zone: 'Europe/Stockholm' };
    expect(bulkSplitProblem([stockholm, { ...stockholm, startMs: at(20) }], at(30))).toBeUndefined();
    expect(bulkSplitProblem([stockholm, { ...stockholm, zone: 'Europe/Madrid' }], at(30))).toBe('differentZones');
    expect(bulkSplitProblem([stockholm, { ...stockholm, startMs: at(60), endMs: at(80) }], at(60))).toBe('noCommonInstant');
    expect(bulkSplitProblem([stockholm, { ...stockholm, startMs: at(20) }], at(20))).toBe('timeOutside');
  });

  test('an edit may not claim time twice or of others, and leaves gaps with a warning', () => {
    const review = reviewSegments(
      [
        { startMs: 0, endMs: at(30) },
        { startMs: at(20), endMs: at(40) },
        { startMs: at(50), endMs: at(50) },
      ],
      event,
      [{ startMs: at(35), endMs: at(45) }],
    );
    expect(review).toEqual({
      overlaps: [{ first: 0, second: 1 }],
      onOtherEvents: [1],
      empty: [2],
      gaps: [
        { startMs: at(40), endMs: at(50) },
        { startMs: at(50), endMs: at(60) },
      ],
    });
  });

  test('a raw event ends after its start and not in the future', () => {
    expect(rawEndProblem(10, 9, 100)).toBe('beforeStart');
    expect(rawEndProblem(10, 101, 100)).toBe('inFuture');
    expect(rawEndProblem(10, 10, 100)).toBeUndefined();
  });
});
