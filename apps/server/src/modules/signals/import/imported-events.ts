import type { ImportMapping } from '@solvane/contract/import-mapping';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { EventRow, JudgedRows } from '../../../signals/staged-file.ts';
import type { IncomingEvent } from '../ingest/ingest-events.ts';

/** An event and the line it begins at. */
export interface ImportedEvent extends IncomingEvent {
  line: number;
  start: number;
  end: number | null;
}

type DeviceEvent = Omit<ImportedEvent, 'segmentId'> & { device: string };
type EventRows = Exclude<NonNullable<ImportMapping['events']>, { activeCode: string }>;

/** Events of a staged file: one per row, or one per run of intervals that show the same code. */
export async function readImportedEvents(rows: Pick<JudgedRows, 'readEventRows'>, mapping: ImportMapping): Promise<ImportedEvent[]> {
  const { events, device, time } = mapping;
  if (!events || !device) return [];
  const staged = await rows.readEventRows();
  const found = 'activeCode' in events ? chunksOf(staged, events.ignore, SIGNAL_CALC_PERIODS[time.interval]) : rowsToEvents(staged, events);
  return found.flatMap(({ device: name, ...event }) => {
    const segmentId = 'column' in device ? device.segments[name] : device.segmentId;
    return segmentId === undefined ? [] : [{ segmentId, ...event }];
  });
}

/** A log that ends later than this before now goes on: what it leaves open is open. */
const GOES_ON_MS = 30 * 86_400_000;

/**
 * Ends what a log of the past leaves open with the log: open until now it would have its site computed for all the years since.
 *
 * @returns events, and those among them that were ended here
 */
export function endEventsOfPast(
  events: readonly ImportedEvent[],
  { endMs, stepMs, nowMs }: { endMs: number; stepMs: number; nowMs: number },
): { events: readonly ImportedEvent[]; ended: readonly ImportedEvent[] } {
  const logEndMs = events.reduce((latest, { start, end }) => Math.max(latest, start, end ?? start), endMs);
  if (logEndMs > nowMs - GOES_ON_MS) return { events, ended: [] };
  const ended = events.filter(({ end }) => end === null);
  return {
    events: events.map((event) => (event.end === null ? { ...event, end: Math.max(logEndMs, event.start + stepMs) } : event)),
    ended,
  };
}

/** A gap in the data ends a range: what was active in it is unknown. */
function chunksOf(rows: readonly EventRow[], ignore: readonly string[], stepMs: number): DeviceEvent[] {
  const found: (DeviceEvent & { end: number })[] = [];
  for (const { line, device, startMs, code } of rows) {
    if (code === '' || ignore.includes(code)) continue;
    const last = found.at(-1);
    if (last?.device === device && last.code === code && startMs <= last.end) last.end = startMs + stepMs;
    else found.push({ line, device, code, start: startMs, end: startMs + stepMs });
  }
  return found;
}

/** Rows without an end of their own last until the next one of the same device. What ends at a time that cannot be used is reported, not stored. */
function rowsToEvents(rows: readonly EventRow[], { end, ignore }: EventRows): DeviceEvent[] {
  return rows.flatMap((row, index) => {
    const { line, device, code, text, beginMs } = row;
    if (code === '' || ignore.includes(code)) return [];
    const next = rows[index + 1];
    const endMs = end === undefined ? (next?.device === device ? next.beginMs : null) : row.isOpen ? null : row.finishMs;
    if (Number.isNaN(endMs)) return [];
    return [{ line, device, code, start: beginMs, end: endMs, ...(text === '' ? {} : { text: text.slice(0, 500) }) }];
  });
}
