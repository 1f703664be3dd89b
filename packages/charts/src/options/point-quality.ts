import { firstAtOrAfter } from '@solvane/series/align';
import { summarise } from './line-summary.ts';
import { type Period, type TimeSeriesLine, valueAt } from './time-series.ts';

/** What is known of one point, by its number in `LineQuality.states`. */
export const POINT_QUALITIES = ['good', 'estimated', 'suspect', 'manual', 'invalid', 'partial'] as const;
export type PointQuality = (typeof POINT_QUALITIES)[number];

export interface QualityRun extends Period {
  quality: PointQuality;
}

/** Quality of a point. */
export function qualityOf({ quality }: TimeSeriesLine, index: number): PointQuality {
  return POINT_QUALITIES[quality?.states[index] ?? 0] ?? 'good';
}

/** Points of the view that are not good, joined while neighbours have the same quality; points without a value are no part of any. */
export function qualityRuns(line: TimeSeriesLine, view: Period): QualityRun[] {
  if (!line.quality) return [];
  const from = Math.max(0, firstAtOrAfter(line.timesMs, view.startMs) - 1);
  const to = firstAtOrAfter(line.timesMs, view.endMs);
  const runs: QualityRun[] = [];
  for (let index = from; index < to; index += 1) {
    const quality = qualityOf(line, index);
    if (quality === 'good' || Number.isNaN(line.values[index])) continue;
    const startMs = line.timesMs[index] ?? 0;
    const before = runs.at(-1);
    if (before?.quality === quality && startMs <= before.endMs + line.stepMs * 0.5) before.endMs = startMs + line.stepMs;
    else runs.push({ quality, startMs, endMs: startMs + line.stepMs });
  }
  return runs;
}

export interface QualityShares {
  /** Shares of the intervals up to now, 0 to 1; they add up to 1. NaN: none is due yet. */
  good: number;
  estimated: number;
  none: number;
}

/** Shares of good, estimated and missing values in view: the data share is good plus estimated. */
export function qualityShares(line: TimeSeriesLine, view: Period, nowMs: number): QualityShares {
  const { dataShare } = summarise(line, view, nowMs);
  const from = firstAtOrAfter(line.timesMs, view.startMs);
  const to = firstAtOrAfter(line.timesMs, view.endMs);
  let values = 0;
  let estimated = 0;
  for (let index = from; index < to; index += 1) {
    if (Number.isNaN(line.values[index])) continue;
    values += 1;
    if (qualityOf(line, index) === 'estimated') estimated += 1;
  }
  const share = values === 0 ? 0 : (dataShare * estimated) / values;
  return { good: dataShare - share, estimated: share, none: 1 - dataShare };
}

/** Index of the point that speaks for an instant, where its quality is worth telling; -1: it is good, or there is none. */
export function flaggedIndexAt(line: TimeSeriesLine, atMs: number): number {
  if (!line.quality || Number.isNaN(valueAt(line, atMs))) return -1;
  const after = firstAtOrAfter(line.timesMs, atMs);
  const index = line.timesMs[after] === atMs ? after : nearest(line, after, atMs);
  return qualityOf(line, index) === 'good' ? -1 : index;
}

function nearest({ timesMs, shape }: TimeSeriesLine, after: number, atMs: number): number {
  if (shape === 'step' || shape === 'bars') return after - 1;
  const [before, next] = [timesMs[after - 1] ?? Number.NEGATIVE_INFINITY, timesMs[after] ?? Number.POSITIVE_INFINITY];
  return atMs - before <= next - atMs ? after - 1 : after;
}
