import { AppError } from '@solvane/contract/errors';
import type { RejectReason } from '@solvane/contract/ingest';
import { ingestPointsBodySchema } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { parseTime } from '@solvane/energy/time/local-time';
import type { SeriesReference } from './resolve-series.ts';

/** One series of a JSON body with the points that can be taken, and those that cannot by reason. */
export interface JsonSeries {
  reference: SeriesReference;
  timesMs: Float64Array;
  values: Float64Array;
  rejected: ReadonlyMap<RejectReason, { count: number; lines: number[] }>;
  /** Points of the series, taken or not. */
  pointCount: number;
}

const KEPT_LINES = 20;

/**
 * Reads the JSON form of points. Times are whole epoch milliseconds or ISO 8601 with a zone; null values are no values.
 *
 * @throws AppError when the text is no JSON of that shape, or holds more points than one request may
 */
export function readJsonPoints(text: string, latestMs: number): JsonSeries[] {
  const { series } = ingestPointsBodySchema.parse(parseJson(text));
  const points = series.reduce((sum, { t, v }) => sum + Math.max(t.length, v.length), 0);
  if (points > LIMITS.ingestJsonPoints)
    throw new AppError('ingest.tooManyPoints', { values: { requested: points, allowed: LIMITS.ingestJsonPoints } });
  return series.map(({ segmentId, signal, unit, t, v }) => ({
    reference: { segmentId, signal, unit },
    pointCount: Math.max(t.length, v.length),
    ...(t.length === v.length ? readPoints(t, v, latestMs) : allRejected('lengthMismatch', Math.max(t.length, v.length))),
  }));
}

type Judged = Pick<JsonSeries, 'timesMs' | 'values' | 'rejected'>;

function readPoints(times: readonly unknown[], given: readonly unknown[], latestMs: number): Judged {
  const timesMs = new Float64Array(times.length);
  const values = new Float64Array(times.length);
  const rejected = new Map<RejectReason, { count: number; lines: number[] }>();
  let kept = 0;
  for (let index = 0; index < times.length; index += 1) {
    const value = given[index];
    if (value === null) continue;
    const time = readTime(times[index], latestMs);
    const reason = typeof time === 'string' ? time : typeof value === 'number' ? undefined : 'valueInvalid';
    if (reason) reject(rejected, reason, index);
    else {
      timesMs[kept] = time as number;
      values[kept] = value as number;
      kept += 1;
    }
  }
  return { timesMs: timesMs.subarray(0, kept), values: values.subarray(0, kept), rejected };
}

/** Instant, or the reason why it is none. */
function readTime(time: unknown, latestMs: number): number | RejectReason {
  if (typeof time === 'number') return !Number.isSafeInteger(time) ? 'timeInvalid' : time > latestMs ? 'inFuture' : time;
  if (typeof time !== 'string') return 'timeInvalid';
  const reading = parseTime(time.trim(), 'UTC');
  if (reading.kind !== 'ok') return 'timeInvalid';
  if (!/(Z|[+-]\d{2}(:?\d{2})?)$/.test(time.trim().slice(11))) return 'timeWithoutZone';
  return reading.instantMs > latestMs ? 'inFuture' : reading.instantMs;
}

function reject(rejected: Map<RejectReason, { count: number; lines: number[] }>, reason: RejectReason, line: number): void {
  const entry = rejected.get(reason) ?? { count: 0, lines: [] };
  entry.count += 1;
  if (entry.lines.length < KEPT_LINES) entry.lines.push(line);
  rejected.set(reason, entry);
}

function allRejected(reason: RejectReason, count: number): Judged {
  const lines = Array.from({ length: Math.min(count, KEPT_LINES) }, (_, index) => index);
  return { timesMs: new Float64Array(0), values: new Float64Array(0), rejected: new Map([[reason, { count, lines }]]) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}
