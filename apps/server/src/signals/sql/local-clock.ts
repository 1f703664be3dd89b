import { CLOCK_UNITS, type ClockUnit } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS, type OffsetSpan, spanAt } from '@solvane/energy/time/zone';

/**
 * A zone's clock as expressions over instants of a period. The engine's own zones are not asked: one calendar (energy/time) decides, and a
 * server's may be of another year.
 */
export interface LocalClock {
  readonly spans: readonly OffsetSpan[];
  /** Key of the bucket an instant (epoch milliseconds) belongs to. */
  bucketKey(ms: string, unit: ClockUnit): string;
  /** The local day (Date32) of an instant, or of the bucket with that key. */
  day(ms: string): string;
  /** First instant of the chunk of constant offset that an instant lies in. */
  spanStart(ms: string): string;
  /** ISO 8601 of an instant, in local time with its distance from UTC. */
  isoText(ms: string): string;
  /** Whether no native interval of this length crosses the edge of a bucket. */
  isAligned(intervalMs: number, unit: ClockUnit): boolean;
}

export function localClock(zone: string, { startMs, endMs }: Period): LocalClock {
  const spans: OffsetSpan[] = [];
  // Keys and intervals reach over the ends of the period by an hour at most.
  for (let atMs = startMs - DAY_MS; atMs < endMs + DAY_MS; ) {
    const span = spanAt(atMs, zone);
    spans.push(span);
    atMs = span.endMs;
  }
  function bySpan(ms: string, expression: (span: OffsetSpan) => string): string {
    const last = spans.at(-1);
    if (last === undefined) throw new RangeError('An empty period');
    if (spans.length === 1) return `(${expression(last)})`;
    const cases = spans.slice(0, -1).map((span) => `${ms} < ${span.endMs}, ${expression(span)}`);
    return `multiIf(${cases.join(', ')}, ${expression(last)})`;
  }
  return {
    spans,
    bucketKey: (ms, unit) => `(${ms} - positiveModulo(${ms} + ${bySpan(ms, ({ offsetMs }) => `${offsetMs}`)}, ${CLOCK_UNITS[unit]}))`,
    day: (ms) => `toDate32('1970-01-01') + toInt32(${bySpan(ms, (span) => dayIn(ms, span))})`,
    spanStart: (ms) => bySpan(ms, (span) => `toInt64(${Number.isFinite(span.startMs) ? span.startMs : -8.64e15})`),
    isoText: (ms) => {
      const local = `fromUnixTimestamp64Milli(${ms} + ${bySpan(ms, ({ offsetMs }) => `${offsetMs}`)}, 'UTC')`;
      return `concat(formatDateTime(${local}, '%Y-%m-%dT%H:%i:%S'), ${bySpan(ms, ({ offsetMs }) => `'${offsetText(offsetMs)}'`)})`;
    },
    isAligned: (intervalMs, unit) => CLOCK_UNITS[unit] % intervalMs === 0 && spans.every(({ offsetMs }) => offsetMs % intervalMs === 0),
  };
}

function dayIn(ms: string, { offsetMs, dayFloor }: OffsetSpan): string {
  const days = `intDiv(${ms} + ${offsetMs} - positiveModulo(${ms} + ${offsetMs}, ${DAY_MS}), ${DAY_MS})`;
  return Number.isFinite(dayFloor) ? `greatest(toInt64(${dayFloor}), ${days})` : days;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${offsetMs < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
