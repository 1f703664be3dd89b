import { visibleRange } from './line-path.ts';
import { firstIndexFrom, hasGapAfter, type Period, type TimeSeriesLine, type TimeSeriesPlot } from './time-series.ts';

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
  const { timesMs, values, completeness, stepMs } = line;
  const low = line.low ?? values;
  const high = line.high ?? values;
  const [from, to] = visibleRange(line, view);
  const summary = { last: Number.NaN, lastMs: Number.NaN, min: Number.NaN, max: Number.NaN };
  let [sum, weight, present] = [0, 0, 0];
  for (let index = from; index < to; index += 1) {
    const atMs = timesMs[index] ?? Number.NaN;
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value) || atMs < view.startMs || atMs >= view.endMs) continue;
    const share = completeness?.[index] ?? 1;
    sum += value * share;
    weight += share;
    present += share;
    const bottom = low[index] ?? value;
    const top = high[index] ?? value;
    if (!(bottom >= summary.min)) summary.min = bottom;
    if (!(top <= summary.max)) summary.max = top;
    summary.last = value;
    summary.lastMs = atMs;
  }
  const due = Math.floor((Math.min(view.endMs, nowMs) - view.startMs) / stepMs + 1e-6);
  return { ...summary, mean: sum / weight, dataShare: due < 1 ? Number.NaN : Math.min(1, present / due) };
}

/** Smallest and largest value of several lines in view; NaN where there is none. */
export function extremesInView(lines: readonly TimeSeriesLine[], view: Period): Extremes {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    const low = line.low ?? line.values;
    const high = line.high ?? line.values;
    const [from, to] = visibleRange(line, view);
    for (let index = from; index < to; index += 1) {
      const bottom = low[index] ?? Number.NaN;
      const top = high[index] ?? Number.NaN;
      if (bottom < min) min = bottom;
      if (top > max) max = top;
    }
  }
  return min <= max ? { min, max } : { min: Number.NaN, max: Number.NaN };
}

export interface GapRequest {
  line: TimeSeriesLine;
  view: Period;
  /** Values are not due after this instant. */
  nowMs: number;
  /** Shorter gaps are left out: they would be too narrow to see. */
  shortestMs: number;
}

/** Stretches of the view in which a line has no value although one was due. */
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

/** Stretches that any of the lines leaves empty, joined where they touch. */
export function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const period of [...periods].sort((a, b) => a.startMs - b.startMs)) {
    const before = joined.at(-1);
    if (before && period.startMs <= before.endMs) before.endMs = Math.max(before.endMs, period.endMs);
    else joined.push({ ...period });
  }
  return joined;
}

/** Times at which any of the plots has a point, nearest to an instant in the asked direction; null: none further on. */
export function neighbourTime(
  plots: readonly TimeSeriesPlot[],
  instantMs: number,
  direction: 'before' | 'after' | 'nearest',
): number | null {
  let best: number | null = null;
  for (const { lines } of plots) {
    for (const { timesMs } of lines) {
      for (const candidate of candidatesAround(timesMs, instantMs)) {
        if (direction === 'before' && candidate >= instantMs) continue;
        if (direction === 'after' && candidate <= instantMs) continue;
        if (best === null || Math.abs(candidate - instantMs) < Math.abs(best - instantMs)) best = candidate;
      }
    }
  }
  return best;
}

function candidatesAround(timesMs: Float64Array, instantMs: number): Float64Array {
  const index = firstIndexFrom(timesMs, instantMs);
  return timesMs.subarray(Math.max(0, index - 1), index + 2);
}
