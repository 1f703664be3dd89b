import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { defaultPriority, type EventType } from './event-types.ts';
import { normaliseEvents, type RawEvent } from './raw-events.ts';
import { timelineOf } from './timeline.ts';

const log = referenceData('wind_kelmarsh_status_2016');
const TYPES: Record<string, EventType> = {
  Stop: 'Downtime',
  Warning: 'Warning',
  Informational: 'Informational',
  Communication: 'Communication Loss',
};
const NOW = Date.UTC(2017, 0, 1);

describe.skipIf(log.isAbsent)(`the alarm log of a turbine${log.note}`, () => {
  const read = () => {
    const table = log.table('Status_Kelmarsh_1_sample.csv');
    const [starts, ends, codes, statuses] = ['Timestamp start', 'Timestamp end', 'Code', 'Status'].map((name) => table.texts(name));
    const instant = (text = '') => Date.parse(`${text.replace(' ', 'T')}Z`);
    const events = Array.from({ length: table.rowCount }, (_, i): RawEvent & { eventType: EventType } => ({
      id: `e${String(i).padStart(4, '0')}`,
      deviceId: 'Kelmarsh 1',
      code: codes?.[i] ?? '',
      startMs: instant(starts?.[i]),
      endMs: ends?.[i] === '-' ? null : instant(ends?.[i]),
      source: 'Imported',
      eventType: TYPES[statuses?.[i] ?? ''] ?? 'Unknown',
    }));
    return events;
  };

  test('holds the published number of events', () => {
    const [byTurbine] = log.expected('events') as [Record<string, number>];
    const events = read();
    expect(events).toHaveLength(byTurbine['1'] ?? 0);
    expect(new Set(events.map(({ eventType }) => eventType))).not.toContain('Unknown');
  });

  test('becomes one timeline in which a stop always shows and no instant counts twice', () => {
    const events = read();
    const typeOf = new Map(events.map(({ code, eventType }) => [code, eventType]));
    const meaning = (eventType: EventType) => ({ category: 'Any', eventType, priority: defaultPriority(eventType) });
    const timeline = timelineOf(
      normaliseEvents({ events, nowMs: NOW, mergeGapMs: 0 }).map((event) => ({
        ...event,
        ...meaning(typeOf.get(event.code) ?? 'Unknown'),
      })),
      0,
    );
    for (const [i, slice] of timeline.entries()) expect(slice.startMs).toBeGreaterThanOrEqual(timeline[i - 1]?.endMs ?? 0);
    const stopped = timeline
      .filter(({ eventType }) => eventType === 'Downtime')
      .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const stops = events.filter(({ eventType }) => eventType === 'Downtime');
    expect(differences(stopped, unionMs(stops.map(({ startMs, endMs }) => [startMs, endMs ?? NOW])))).toEqual([]);
    expect(stops.length).toBeGreaterThan(10);
  });
});

/** Length of the union, independently of the code under test. */
function unionMs(ranges: [number, number][]): number {
  let [total, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return total;
}
