import { AppError, type Issue } from '@solvane/contract/errors';
import type { RejectReason } from '@solvane/contract/ingest';
import { ingestPointsBodySchema, ingestSeriesSchema } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import type { z } from 'zod';
import { TELL_MISSING, toIssues } from '../../../http/issues.ts';
import { parseJson } from '../../../http/json-text.ts';
import { LARGEST_VALUE } from '../../../signals/point-limits.ts';
import type { LatestTimes } from '../../../signals/signal-files.ts';
import { countRepeated } from './columns/column-sink.ts';
import { latestOf, readInstant } from './instants.ts';
import type { SeriesReference } from './resolve-series.ts';
import { assertSeriesLimit } from './series-limit.ts';
import type { SeriesProfile } from './series-profile.ts';

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
const KEPT_ISSUES = 100;
const DAY_MS = 86_400_000;
/** Of a whole body: times and values, and what names the series. */
const MOST_VALUES = 2 * LIMITS.ingestJsonPoints + 16 * LIMITS.ingestSeries;

/**
 * Reads the JSON form of points. Times are whole epoch milliseconds or ISO 8601 with a zone; null values are no values.
 *
 * @throws AppError when the bytes are no JSON of that shape, or holds more points than one request may
 */
export function readJsonPoints(bytes: Buffer, latest: LatestTimes): JsonSeries[] {
  const { series: given } = ingestPointsBodySchema.parse(parseJson(bytes, { maxValues: MOST_VALUES }));
  assertSeriesLimit(given.length);
  const series = readSeries(given);
  const points = series.reduce((sum, { t, v }) => sum + Math.max(t.length, v.length), 0);
  if (points > LIMITS.ingestJsonPoints)
    throw new AppError('ingest.tooManyPoints', { values: { requested: points, allowed: LIMITS.ingestJsonPoints } });
  return series.map(({ segmentId, signal, unit, t, v }) => ({
    reference: { segmentId, signal, unit },
    ...(t.length === v.length ? readPoints(t, v, latestOf(signal, latest)) : allRejected('lengthMismatch', Math.max(t.length, v.length))),
  }));
}

function readSeries(given: readonly unknown[]): z.output<typeof ingestSeriesSchema>[] {
  const issues: Issue[] = [];
  const series = given.flatMap((one, index) => {
    if (issues.length >= KEPT_ISSUES) return [];
    const parsed = ingestSeriesSchema.safeParse(one, TELL_MISSING);
    if (!parsed.success) issues.push(...toIssues(parsed.error).map((issue) => ({ ...issue, path: ['series', index, ...issue.path] })));
    return parsed.data ?? [];
  });
  if (issues.length > 0) throw new AppError('request.invalid', { issues: issues.slice(0, KEPT_ISSUES) });
  return series;
}

/** @param position - of the series in its body */
export function toProfile({ reference, timesMs, values, rejected, firstLines }: JsonSeries, position: number): SeriesProfile {
  const [firstMs, lastMs] = minMax(timesMs);
  return {
    reference,
    position,
    good: values.length,
    firstMs,
    lastMs,
    utcDays: utcDaysOf(timesMs),
    faults: rejected,
    firstLines,
    merged: countRepeated(timesMs),
  };
}

function utcDaysOf(timesMs: Float64Array): Set<number> {
  const days = new Set<number>();
  for (const timeMs of timesMs) days.add(Math.floor(timeMs / DAY_MS));
  return days;
}

function minMax(timesMs: Float64Array): [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const timeMs of timesMs) {
    if (timeMs < first) first = timeMs;
    if (timeMs > last) last = timeMs;
  }
  return [first, last];
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
