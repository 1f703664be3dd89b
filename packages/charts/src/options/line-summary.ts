import { firstAtOrAfter } from '@solvane/series/align';
import { totalsOf } from './line-blocks.ts';
import { visibleRange } from './line-path.ts';
import { hasGapAfter, type Period, type TimeSeriesLine, type TimeSeriesPlot } from './time-series.ts';

/** What a legend row says about the part of a line that is in view. NaN: no value there. */
export interface LineSummary {
  last: number;
  lastMs: number;
  min: number;
  max: number;
  mean: number;
  /** Share of the intervals up to now that have a value, 0 to 1; NaN: none is due yet. */
  dataShare: number;
}

export interface Extremes {
  min: number;
  max: number;
}

/** Last, extremes, mean and completeness of what is in view; extremes are those of the single values, also where intervals stand for several. */
export function summarise(line: TimeSeriesLine, view: Period, nowMs: number): LineSummary {
  const from = firstAtOrAfter(line.timesMs, view.startMs);
  const to = firstAtOrAfter(line.timesMs, view.endMs);
  const { lowest, highest, sum, weight } = totalsOf(line, from, to);
  const lastIndex = lastValueIndex(line, from, to);
  const due = Math.floor((Math.min(view.endMs, nowMs) - view.startMs) / line.stepMs + 1e-6);
  return {
    last: line.values[lastIndex] ?? Number.NaN,
    lastMs: line.timesMs[lastIndex] ?? Number.NaN,
    min: lastIndex < 0 ? Number.NaN : lowest,
    max: lastIndex < 0 ? Number.NaN : highest,
    mean: sum / weight,
    dataShare: due < 1 ? Number.NaN : Math.min(1, weight / due),
  };
}

/** Smallest and largest value of several lines in view, with those just outside that lines run in from; NaN where there is none. */
export function extremesInView(lines: readonly TimeSeriesLine[], view: Period): Extremes {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    const { lowest, highest } = totalsOf(line, ...visibleRange(line, view));
    min = Math.min(min, lowest);
    max = Math.max(max, highest);
  }
  return min <= max ? { min, max } : { min: Number.NaN, max: Number.NaN };
}

function lastValueIndex({ values }: TimeSeriesLine, from: number, to: number): number {
  for (let index = to - 1; index >= from; index -= 1) if (!Number.isNaN(values[index])) return index;
  return -1;
}

export interface GapRequest {
  line: TimeSeriesLine;
  view: Period;
  /** Values are not due after this instant. */
  nowMs: number;
  /** Shorter gaps are left out: they would be too narrow to see. */
  shortestMs: number;
}

/** Ranges of the view in which a line has no value although one was due. */
export function gapsInView({ line, view, nowMs, shortestMs }: GapRequest): Period[] {
  const [from, to] = visibleRange(line, view);
  const dueEndMs = Math.min(view.endMs, nowMs - line.stepMs * 2);
  const gaps: Period[] = [];
  let knownMs = view.startMs;
  const close = (endMs: number): void => {
    const end = Math.min(endMs, dueEndMs);
    if (end - knownMs >= Math.max(shortestMs, line.stepMs * 0.5)) gaps.push({ startMs: knownMs, endMs: end });
  };
  for (let index = from; index < to; index += 1) {
    if (Number.isNaN(line.values[index] ?? Number.NaN)) continue;
    const startMs = line.timesMs[index] ?? Number.NaN;
    if (startMs > knownMs) close(startMs);
    const endMs =
      hasGapAfter(line, index) || index + 1 >= line.timesMs.length ? startMs + line.stepMs : (line.timesMs[index + 1] ?? startMs);
    knownMs = Math.max(knownMs, endMs);
  }
  close(view.endMs);
  return gaps;
}

/** Ranges that any of the lines leaves empty, joined where they touch. */
export function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const period of [...periods].sort((a, b) => a.startMs - b.startMs)) {
    const before = joined.at(-1);
    if (before && period.startMs <= before.endMs) before.endMs = Math.max(before.endMs, period.endMs);
    else joined.push({ ...period });
  }
  return joined;
}

/** Time of a point of any plot that is nearest to an instant in the asked direction; null: none further on. */
export function neighbourTime(
  plots: readonly TimeSeriesPlot[],
  instantMs: number,
  direction: 'before' | 'after' | 'nearest',
): number | null {
  let best: number | null = null;
  for (const { timesMs } of plots.flatMap(({ lines }) => lines)) {
    const index = firstAtOrAfter(timesMs, direction === 'after' ? instantMs + 1 : instantMs);
    const candidates = { before: [index - 1], after: [index], nearest: [index - 1, index] }[direction];
    for (const candidate of candidates) {
      const atMs = timesMs[candidate];
      if (atMs !== undefined && (best === null || Math.abs(atMs - instantMs) < Math.abs(best - instantMs))) best = atMs;
    }
  }
  return best;
}
