import { directionOfSums } from '@solvane/series/circular';
import { commonLength } from '@solvane/series/combine';
import { quantile } from '@solvane/series/quantile';
import type { TimeAggregation } from '../signals/calc-types.ts';
import type { IntervalGrid } from '../time/interval.ts';

/** Points of one series, ascending in time, no two at one time. */
export interface SeriesPoints {
  timesMs: Float64Array;
  values: Float64Array;
}

/** Longest time that a point of a plant stands for. [ms] */
const LONGEST_POINT = 3_600_000;
/** Steps alike by so much are one step, and a point so near an interval's start means that interval. */
const NEAR = 0.1;

/**
 * How long each point lasts: until the next one, where that comes within an interval; else as long as the one before it; in a series that is
 * sparser and regular, as long as its step.
 *
 * @param timesMs - ascending, shape (n)
 * @param intervalMs - length of the site's intervals
 * @returns shape (n). [ms]
 * @see one-minute points with a gap last a minute each; hourly points last an hour, the last before a gap too
 */
export function pointDurations(timesMs: Float64Array, intervalMs: number): Float64Array {
  const gap = (i: number) => (timesMs[i + 1] ?? Number.NaN) - (timesMs[i] ?? Number.NaN);
  const isStep = (step: number, other: number) => step <= LONGEST_POINT && Math.abs(step - other) <= NEAR * step;
  const durations = new Float64Array(timesMs.length);
  for (let i = 0; i < durations.length; i++) {
    const [since, until] = [gap(i - 1), gap(i)];
    if (until <= intervalMs) durations[i] = until;
    else if (since <= intervalMs) durations[i] = since;
    else if (isStep(until, since) || isStep(until, gap(i + 1))) durations[i] = until;
    else durations[i] = isStep(since, gap(i - 2)) ? since : intervalMs;
  }
  return durations;
}

export interface IntervalRule {
  aggregation: TimeAggregation;
  /** Directions from -180 to 180 instead of 0 to 360. */
  isRelativeAngle?: boolean;
}

/**
 * One value per interval of points that lie denser, sparser or beside the intervals. Means are weighted with the time that points share with the
 * interval, sums are divided by it, states and last values hold as long as their point lasts. A point whose clock is a little off belongs to the
 * interval it is near, unless another point is nearer.
 *
 * @param points - of one series
 * @param grid - intervals of the site
 * @param rule - how the signal is aggregated over time
 * @returns shape (grid.count); NaN where no point reaches into the interval
 * @throws RangeError when times and values differ in length
 * @see 350° and 10° for half an interval each → 0°; an hour's 60 kWh in ten-minute intervals → six times 10 kWh
 */
export function intervalValues(points: SeriesPoints, grid: IntervalGrid, rule: IntervalRule): Float64Array<ArrayBuffer> {
  const length = commonLength(points.timesMs, points.values);
  const durations = pointDurations(points.timesMs, grid.stepMs);
  const starts = withoutDrift(points.timesMs, durations, grid);
  const gathered = gather(rule, grid.count);
  for (let i = 0; i < length; i++) {
    const value = points.values[i] ?? Number.NaN;
    const startMs = starts[i] ?? Number.NaN;
    const lastsMs = durations[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const endMs = Math.min(
      startMs + lastsMs,
      lastsMs > grid.stepMs ? Number.POSITIVE_INFINITY : (starts[i + 1] ?? Number.POSITIVE_INFINITY),
    );
    const first = Math.max(0, Math.floor((startMs - grid.startMs) / grid.stepMs));
    for (let k = first; k < grid.count && grid.startMs + k * grid.stepMs < endMs; k++) {
      const beginMs = grid.startMs + k * grid.stepMs;
      const sharedMs = Math.min(endMs, beginMs + grid.stepMs) - Math.max(startMs, beginMs);
      if (sharedMs > 0) gathered.add(k, value, { sharedMs, share: sharedMs / (endMs - startMs) });
    }
  }
  return gathered.values();
}

/** Starts of points: near an interval's start its start, where no other point is nearer to it. */
function withoutDrift(timesMs: Float64Array, durations: Float64Array, grid: IntervalGrid): Float64Array {
  const slot = (i: number) => grid.startMs + Math.round(((timesMs[i] ?? Number.NaN) - grid.startMs) / grid.stepMs) * grid.stepMs;
  const distance = (i: number) => Math.abs((timesMs[i] ?? Number.NaN) - slot(i));
  const isNearer = (other: number, i: number) => slot(other) === slot(i) && distance(other) <= distance(i);
  return timesMs.map((timeMs, i) => {
    const isNear = distance(i) <= NEAR * Math.min(grid.stepMs, durations[i] ?? 0);
    return isNear && !isNearer(i - 1, i) && !isNearer(i + 1, i) ? slot(i) : timeMs;
  });
}

interface PointPart {
  /** Time that the point shares with the interval. */
  sharedMs: number;
  /** What of the point lies in the interval, 0 to 1. */
  share: number;
}

interface Gathered {
  /** Points come in the order of time. */
  add(interval: number, value: number, part: PointPart): void;
  values(): Float64Array<ArrayBuffer>;
}

function gather({ aggregation, isRelativeAngle = false }: IntervalRule, count: number): Gathered {
  switch (aggregation) {
    case 'sum':
      return fold(count, (before, value, { share }) => (Number.isNaN(before) ? 0 : before) + value * share);
    case 'min':
      return fold(count, (before, value) => (before < value ? before : value));
    case 'max':
      return fold(count, (before, value) => (before > value ? before : value));
    case 'last':
      return fold(count, (_before, value) => value);
    case 'or':
      return fold(count, (before, value) => (Number.isNaN(before) ? value : before | value));
    case 'mode':
      return longest(count);
    case 'circ':
      return meanDirection(count, isRelativeAngle);
    default:
      return mean(count);
  }
}

function fold(count: number, combine: (before: number, value: number, part: PointPart) => number): Gathered {
  const column = new Float64Array(count).fill(Number.NaN);
  return {
    add: (interval, value, part) => {
      column[interval] = combine(column[interval] ?? Number.NaN, value, part);
    },
    values: () => column,
  };
}

function mean(count: number): Gathered {
  const [sums, times] = [new Float64Array(count), new Float64Array(count)];
  return {
    add: (interval, value, { sharedMs }) => {
      sums[interval] = (sums[interval] ?? 0) + value * sharedMs;
      times[interval] = (times[interval] ?? 0) + sharedMs;
    },
    values: () => sums.map((sum, k) => sum / (times[k] ?? Number.NaN)),
  };
}

function meanDirection(count: number, isRelativeAngle: boolean): Gathered {
  const [sines, cosines, times] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  return {
    add: (interval, value, { sharedMs }) => {
      const angle = (value * Math.PI) / 180;
      sines[interval] = (sines[interval] ?? 0) + Math.sin(angle) * sharedMs;
      cosines[interval] = (cosines[interval] ?? 0) + Math.cos(angle) * sharedMs;
      times[interval] = (times[interval] ?? 0) + sharedMs;
    },
    values: () =>
      sines.map((sine, k) => {
        const { direction } = directionOfSums(sine, cosines[k] ?? Number.NaN, times[k] ?? Number.NaN);
        return isRelativeAngle && direction > 180 ? direction - 360 : direction;
      }),
  };
}

/** The state with most time; of two with as much the lower one. */
function longest(count: number): Gathered {
  const times = new Map<number, Map<number, number>>();
  return {
    add: (interval, value, { sharedMs }) => {
      const states = times.get(interval) ?? new Map<number, number>();
      times.set(interval, states.set(value, (states.get(value) ?? 0) + sharedMs));
    },
    values: () => {
      const column = new Float64Array(count).fill(Number.NaN);
      for (const [interval, states] of times) {
        const [state] = [...states].reduce((most, next) => (next[1] > most[1] || (next[1] === most[1] && next[0] < most[0]) ? next : most));
        column[interval] = state;
      }
      return column;
    },
  };
}

/** Readings further apart than so many of their steps have a gap between them. */
const GAP_STEPS = 2.5;

/**
 * What a register shows at the end of each interval, from readings denser, sparser or beside the intervals: by straight lines between neighbours.
 * Readings in step with a clock are stamped with the start of their step and show its end; others show what there was at their own time.
 *
 * @param points - readings. [kWh]
 * @param grid - intervals of the site
 * @returns shape (grid.count). [kWh] NaN in a gap: the readings around it have its energy
 * @see 10 at 12:04 and 16 at 12:16 → 13 at 12:10
 */
export function registerAtEnds({ timesMs, values }: SeriesPoints, grid: IntervalGrid): Float64Array<ArrayBuffer> {
  const gaps = timesMs.subarray(1).map((timeMs, i) => timeMs - (timesMs[i] ?? Number.NaN));
  const step = gaps.length > 0 ? quantile(gaps, 0.5) : grid.stepMs;
  const shift = isInStep(timesMs, step) ? step : 0;
  const longest = GAP_STEPS * Math.max(step, grid.stepMs);
  const column = new Float64Array(grid.count).fill(Number.NaN);
  for (let i = 0; i < timesMs.length; i++) {
    const fromMs = (timesMs[i] ?? Number.NaN) + shift;
    const from = values[i] ?? Number.NaN;
    const toMs = (timesMs[i + 1] ?? Number.NaN) + shift;
    const to = values[i + 1] ?? Number.NaN;
    const first = Math.ceil((fromMs - grid.startMs) / grid.stepMs) - 1;
    const endOf = (k: number) => grid.startMs + (k + 1) * grid.stepMs;
    if (first >= 0 && first < grid.count && endOf(first) === fromMs) column[first] = from;
    if (!(toMs - fromMs <= longest)) continue;
    for (let k = Math.max(0, first); k < grid.count && endOf(k) < toMs; k++) {
      // A register that falls was reset or corrected: nothing lies on a line between.
      if (endOf(k) > fromMs) column[k] = to < from ? from : from + ((to - from) * (endOf(k) - fromMs)) / (toMs - fromMs);
    }
  }
  return column;
}

/** Most readings lie on whole multiples of the step. */
function isInStep(timesMs: Float64Array, step: number): boolean {
  const beside = timesMs.reduce((count, timeMs) => count + (Math.abs(timeMs - Math.round(timeMs / step) * step) <= NEAR * step ? 0 : 1), 0);
  return step % 60_000 === 0 && beside <= NEAR * timesMs.length;
}
