import type { ImportMapping } from '@solvane/contract/import-mapping';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { SignalTables } from '../../../signals/signal-tables.ts';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import type { IncomingEvent } from '../ingest/ingest-events.ts';
import { eventTexts, eventTimes } from './stage-sql.ts';

/** An event and the line it begins at. */
export interface ImportedEvent extends IncomingEvent {
  line: number;
  start: number;
  end: number | null;
}

interface StagedRow {
  line: number;
  device: string;
  code: string;
  text: string;
  /** Of its interval. */
  startMs: number;
  /** Of its own; NaN: none that can be used. */
  beginMs: number;
  finishMs: number;
  /** The cell of its end holds nothing. */
  isOpen: boolean;
}

type DeviceEvent = Omit<ImportedEvent, 'segmentId'> & { device: string };
type EventRows = Exclude<NonNullable<ImportMapping['events']>, { activeCode: string }>;

/** Events of a staged file: one per row, or one per run of intervals that show the same code. */
export async function readImportedEvents(
  signals: Pick<SignalTables, 'select'>,
  rows: string,
  mapping: ImportMapping,
  signal: AbortSignal,
): Promise<ImportedEvent[]> {
  const { events, device, time } = mapping;
  if (!events || !device) return [];
  const staged = await readRows(signals, rows, { mapping, signal });
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

async function readRows(
  signals: Pick<SignalTables, 'select'>,
  rows: string,
  { mapping, signal }: { mapping: ImportMapping; signal: AbortSignal },
): Promise<StagedRow[]> {
  const times = eventTimes(mapping).map(({ name }) => name);
  const texts = eventTexts(mapping).map((_, index) => `text_${index}`);
  const instants = times.flatMap((name) => [
    `if(${name}_fault = 0, toFloat64(${name}_ms), nan) as ${name}`,
    `${name}_text = '' as ${name}_open`,
  ]);
  const isUsable = times.includes('begin') ? 'begin_fault = 0' : 'start_ms is not null';
  const response = await signals.select(
    `select ${['line', 'device', 'toFloat64(ifNull(start_ms, 0)) as at', ...texts, ...instants].join(', ')} from ${rows}
      where ${isUsable} order by device, ${times.includes('begin') ? 'begin' : 'at'}, line`,
    { lane: 'background', signal },
  );
  const [lines, devices, at] = [numbersOf(response, 'line'), textsOf(response, 'device'), numbersOf(response, 'at')];
  const [codes, more] = texts.map((name) => textsOf(response, name));
  const begins = times.includes('begin') ? numbersOf(response, 'begin') : at;
  const [finishes, open] = times.includes('finish') ? [numbersOf(response, 'finish'), numbersOf(response, 'finish_open')] : [];
  return devices.map((name, index) => ({
    line: lines[index] ?? 0,
    device: name,
    code: codes?.[index] ?? '',
    text: more?.[index] ?? '',
    startMs: at[index] ?? Number.NaN,
    beginMs: begins[index] ?? Number.NaN,
    finishMs: finishes?.[index] ?? Number.NaN,
    isOpen: open?.[index] === 1,
  }));
}

/** A gap in the data ends a range: what was active in it is unknown. */
function chunksOf(rows: readonly StagedRow[], ignore: readonly string[], stepMs: number): DeviceEvent[] {
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
function rowsToEvents(rows: readonly StagedRow[], { end, ignore }: EventRows): DeviceEvent[] {
  return rows.flatMap((row, index) => {
    const { line, device, code, text, beginMs } = row;
    if (code === '' || ignore.includes(code)) return [];
    const next = rows[index + 1];
    const endMs = end === undefined ? (next?.device === device ? next.beginMs : null) : row.isOpen ? null : row.finishMs;
    if (Number.isNaN(endMs)) return [];
    return [{ line, device, code, start: beginMs, end: endMs, ...(text === '' ? {} : { text: text.slice(0, 500) }) }];
  });
}
