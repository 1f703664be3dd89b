import { AppError } from '@solvane/contract/errors';
import type { RejectReason } from '@solvane/contract/ingest';
import { ingestPointsBodySchema } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { readInstant } from './instants.ts';
import { LARGEST_VALUE } from './long-rows.ts';
import type { SeriesReference } from './resolve-series.ts';
import { assertSeriesLimit } from './series-limit.ts';

/** One series of a JSON body with the points that can be taken, and those that cannot by reason. */
export interface JsonSeries {
  reference: SeriesReference;
  timesMs: Float64Array;
  values: Float64Array;
  rejected: ReadonlyMap<RejectReason, { count: number; lines: number[] }>;
  /** First places of any of its points. */
  firstLines: readonly number[];
}

const KEPT_LINES = 20;

/**
 * Reads the JSON form of points. Times are whole epoch milliseconds or ISO 8601 with a zone; null values are no values.
 *
 * @throws AppError when the text is no JSON of that shape, or holds more points than one request may
 */
export function readJsonPoints(text: string, latestMs: number): JsonSeries[] {
  const { series } = ingestPointsBodySchema.parse(parseJson(text));
  assertSeriesLimit(series.length);
  const points = series.reduce((sum, { t, v }) => sum + Math.max(t.length, v.length), 0);
  if (points > LIMITS.ingestJsonPoints)
    throw new AppError('ingest.tooManyPoints', { values: { requested: points, allowed: LIMITS.ingestJsonPoints } });
  return series.map(({ segmentId, signal, unit, t, v }) => ({
    reference: { segmentId, signal, unit },
    ...(t.length === v.length ? readPoints(t, v, latestMs) : allRejected('lengthMismatch', Math.max(t.length, v.length))),
  }));
}

type Judged = Omit<JsonSeries, 'reference'>;

function readPoints(times: readonly unknown[], given: readonly unknown[], latestMs: number): Judged {
  const timesMs = new Float64Array(times.length);
  const values = new Float64Array(times.length);
  const rejected = new Map<RejectReason, { count: number; lines: number[] }>();
  const firstLines: number[] = [];
  let kept = 0;
  for (let index = 0; index < times.length; index += 1) {
    const value = given[index];
    if (value === null) continue;
    if (firstLines.length < KEPT_LINES) firstLines.push(index);
    const time = readInstant(times[index], latestMs);
    if (typeof time === 'string') reject(rejected, time, index);
    else if (typeof value !== 'number') reject(rejected, 'valueInvalid', index);
    else if (Math.abs(value) > LARGEST_VALUE) reject(rejected, 'notFinite', index);
    else {
      timesMs[kept] = time;
      values[kept] = value;
      kept += 1;
    }
  }
  return { timesMs: timesMs.subarray(0, kept), values: values.subarray(0, kept), rejected, firstLines };
}

function reject(rejected: Map<RejectReason, { count: number; lines: number[] }>, reason: RejectReason, line: number): void {
  const entry = rejected.get(reason) ?? { count: 0, lines: [] };
  entry.count += 1;
  if (entry.lines.length < KEPT_LINES) entry.lines.push(line);
  rejected.set(reason, entry);
}

function allRejected(reason: RejectReason, count: number): Judged {
  const lines = Array.from({ length: Math.min(count, KEPT_LINES) }, (_, index) => index);
  return { timesMs: new Float64Array(0), values: new Float64Array(0), rejected: new Map([[reason, { count, lines }]]), firstLines: lines };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}
