import { firstAtOrAfter } from '@solvane/series/align';
import type { Period, TimeSeriesLine } from './time-series.ts';

/** Every time at which any line has a row within the view, once, ascending. */
export function rowTimes(lines: readonly TimeSeriesLine[], { startMs, endMs }: Period): Float64Array {
  const distinct = [...new Set(lines.map(({ timesMs }) => timesMs))];
  const parts = distinct.map((timesMs) => timesMs.subarray(firstAtOrAfter(timesMs, startMs), firstAtOrAfter(timesMs, endMs)));
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  all.sort();
  let kept = 0;
  for (const timeMs of all) {
    if (kept > 0 && all[kept - 1] === timeMs) continue;
    all[kept] = timeMs;
    kept += 1;
  }
  return all.subarray(0, kept);
}

/** Value of exactly this row; NaN where the line has none. */
export function valueOfRow({ timesMs, values }: TimeSeriesLine, timeMs: number): number {
  const index = firstAtOrAfter(timesMs, timeMs);
  return timesMs[index] === timeMs ? (values[index] ?? Number.NaN) : Number.NaN;
}
