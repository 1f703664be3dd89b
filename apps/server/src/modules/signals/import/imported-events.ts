import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { parseTime } from '@solvane/energy/time/local-time';
import type { SignalStore } from '../../../signals/signal-store.ts';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import type { IncomingEvent } from '../ingest/ingest-events.ts';
import type { ImportMapping } from './import-mapping.ts';

interface StagedRow {
  device: string;
  startMs: number;
  texts: string[];
}

/** Events of a staged file: one per row, or one per stretch of intervals that show the same code. */
export async function readImportedEvents(
  signals: Pick<SignalStore, 'select'>,
  rows: string,
  mapping: ImportMapping,
): Promise<IncomingEvent[]> {
  const { events, device, time } = mapping;
  if (!events) return [];
  const columns = 'activeCode' in events ? 1 : 2 + Number(events.end !== undefined) + Number(events.text !== undefined);
  const names = Array.from({ length: columns }, (_, index) => `text_${index}`);
  const answer = await signals.select(
    `select device, assumeNotNull(start_ms) as at, ${names.join(', ')} from (${rows}) where start_ms is not null order by device, at, line`,
    { lane: 'background' },
  );
  const [devices, starts] = [textsOf(answer, 'device'), numbersOf(answer, 'at')];
  const texts = names.map((name) => textsOf(answer, name));
  const staged: StagedRow[] = devices.map((name, index) => ({
    device: name,
    startMs: starts[index] ?? 0,
    texts: texts.map((column) => column[index] ?? ''),
  }));
  const segmentOf = (name: string): string => ('column' in device ? (device.segments[name] ?? '') : device.segmentId);
  const found =
    'activeCode' in events
      ? stretchesOf(staged, events.ignore, SIGNAL_CALC_PERIODS[time.interval])
      : rowsToEvents(staged, events, time.zone);
  return found.map(({ device: name, ...event }) => ({ segmentId: segmentOf(name), ...event })).filter(({ segmentId }) => segmentId !== '');
}

type DeviceEvent = Omit<IncomingEvent, 'segmentId'> & { device: string };

/** A gap in the data ends a stretch: nobody knows what was active in it. */
function stretchesOf(rows: readonly StagedRow[], ignore: readonly string[], stepMs: number): DeviceEvent[] {
  const found: (DeviceEvent & { end: number })[] = [];
  for (const { device, startMs, texts } of rows) {
    const [code = ''] = texts;
    if (code === '' || ignore.includes(code)) continue;
    const last = found.at(-1);
    if (last?.device === device && last.code === code && startMs <= last.end) last.end = startMs + stepMs;
    else found.push({ device, code, start: startMs, end: startMs + stepMs });
  }
  return found;
}

function rowsToEvents(
  rows: readonly StagedRow[],
  events: Exclude<NonNullable<ImportMapping['events']>, { activeCode: string }>,
  zone: string | undefined,
): DeviceEvent[] {
  return rows.flatMap(({ device, texts }, index) => {
    const [code = '', start = '', ...rest] = texts;
    if (code === '' || events.ignore.includes(code)) return [];
    const next = rows[index + 1];
    const ownEnd = events.end === undefined ? undefined : (rest[0] ?? '');
    const text = events.text === undefined ? undefined : rest[events.end === undefined ? 0 : 1];
    const end =
      ownEnd === undefined
        ? next?.device === device
          ? toInstant(next.texts[1] ?? '', zone)
          : null
        : ownEnd === ''
          ? null
          : toInstant(ownEnd, zone);
    return [{ device, code, start: toInstant(start, zone), end, ...(text ? { text: text.slice(0, 500) } : {}) }];
  });
}

/** As ingestion takes it: an instant where the file's zone decides it, else the text, which ingestion judges. */
function toInstant(text: string, zone: string | undefined): number | string {
  const reading = parseTime(text.trim(), zone ?? 'UTC');
  if (reading.kind === 'ok') return zone === undefined && !/(Z|[+-]\d{2}:?\d{2})$/.test(text.trim()) ? text : reading.instantMs;
  return reading.kind === 'ambiguous' ? reading.earlierMs : text;
}
