import { firstAtOrAfter } from '@solvane/series/align';
import { totalsOf } from './line-blocks.ts';
import { hasGapAfter, type Period, type TimeSeriesLine } from './time-series.ts';

/** Where a plot lies: `width` pixels show `view`, and a value v stands at `zeroY + v * perUnit`. */
export interface PlotGeometry {
  view: Period;
  width: number;
  zeroY: number;
  perUnit: number;
  /** Pixels that a dense line is reduced to at a time: 1, or more where there are too many lines to follow any. */
  columnWidth: number;
}

/** Corners of a line as x, y pairs; a NaN pair lifts the pen. */
export type LinePath = Float64Array;

export interface Slot {
  /** Start and end of the interval, in pixels. */
  left: number;
  right: number;
  y: number;
}

/** From this width on the eye sees single intervals: their means hold over the interval, and a slope between them would show values that were not measured. */
const STEP_PX = 12;
/** Up to this many points per pixel a line is drawn through its points; above, through the extremes of each pixel column. */
const POINTS_PER_PIXEL = 2;

/**
 * The corners to draw for what is on screen. Dense lines are reduced to the first, lowest, highest and last value of each pixel column, which
 * draws the same pixels as all points would; nothing is smoothed or sampled, and a gap stays a gap.
 */
export function linePath(line: TimeSeriesLine, geometry: PlotGeometry): LinePath {
  const [from, to] = visibleRange(line, geometry.view);
  const path = new PathBuilder(Math.min((to - from) * 2, geometry.width * 2) + 16);
  if (drawsSteps(line, geometry)) stepCorners(line, geometry, path, from, to);
  else if (to - from > (geometry.width / geometry.columnWidth) * POINTS_PER_PIXEL) columnCorners(line, geometry, path, from, to);
  else if (showsExtremes(line, geometry)) extremeCorners(line, geometry, path, from, to);
  else pointCorners(line, geometry, path, from, to);
  return path.corners();
}

/** Whether values hold over their interval on screen: those of steps always, means of a line where its intervals are wide enough to be seen. */
export function drawsSteps({ shape, stepMs }: TimeSeriesLine, geometry: PlotGeometry): boolean {
  return shape === 'step' || ((shape === 'line' || shape === 'area') && stepMs * xScale(geometry) >= STEP_PX);
}

/** Indexes [from, to) that touch the view: one more on each side, so that lines run in from outside. */
export function visibleRange({ timesMs }: TimeSeriesLine, { startMs, endMs }: Period): [number, number] {
  const from = Math.max(0, firstAtOrAfter(timesMs, startMs) - 1);
  return [from, Math.min(timesMs.length, firstAtOrAfter(timesMs, endMs) + 1)];
}

/** Intervals of a bar line that are on screen, without those that have no value. */
export function barSlots(line: TimeSeriesLine, geometry: PlotGeometry): Slot[] {
  const { view, zeroY, perUnit } = geometry;
  const scale = xScale(geometry);
  const [from, to] = visibleRange(line, view);
  const slots: Slot[] = [];
  for (let index = from; index < to; index += 1) {
    const value = line.values[index] ?? Number.NaN;
    const startMs = line.timesMs[index] ?? Number.NaN;
    const endMs = intervalEnd(line, index);
    if (Number.isNaN(value) || endMs <= view.startMs || startMs >= view.endMs) continue;
    slots.push({ left: (startMs - view.startMs) * scale, right: (endMs - view.startMs) * scale, y: zeroY + value * perUnit });
  }
  return slots;
}

/** Buckets are so narrow that their extremes, not their means, are what a full-resolution line would show. */
export function showsExtremes({ low, high, stepMs }: TimeSeriesLine, geometry: PlotGeometry): boolean {
  return low !== null && high !== null && stepMs * xScale(geometry) < 2;
}

/** Where an interval ends: at the next one, or after its own length before a gap. */
export function intervalEnd(line: TimeSeriesLine, index: number): number {
  const own = (line.timesMs[index] ?? Number.NaN) + line.stepMs;
  const next = line.timesMs[index + 1];
  return next === undefined || hasGapAfter(line, index) ? own : next;
}

function pointCorners(line: TimeSeriesLine, geometry: PlotGeometry, path: PathBuilder, from: number, to: number): void {
  const { timesMs, values } = line;
  const { view, zeroY, perUnit } = geometry;
  const scale = xScale(geometry);
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) path.lift();
    else path.to(((timesMs[index] ?? 0) - view.startMs) * scale, zeroY + value * perUnit);
    if (hasGapAfter(line, index)) path.lift();
  }
  path.lift();
}

function extremeCorners(line: TimeSeriesLine, geometry: PlotGeometry, path: PathBuilder, from: number, to: number): void {
  const { timesMs, values, low, high } = line;
  const { view, zeroY, perUnit } = geometry;
  const scale = xScale(geometry);
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) path.lift();
    else {
      const x = ((timesMs[index] ?? 0) - view.startMs) * scale;
      path.to(x, zeroY + (low?.[index] ?? value) * perUnit);
      path.to(x, zeroY + (high?.[index] ?? value) * perUnit);
    }
    if (hasGapAfter(line, index)) path.lift();
  }
  path.lift();
}

/** Each pixel column leaves at most four corners, two where columns are wide; one where its values differ by less than can be seen. */
function columnCorners(line: TimeSeriesLine, geometry: PlotGeometry, path: PathBuilder, from: number, to: number): void {
  const { timesMs, values } = line;
  const { view, zeroY, perUnit, columnWidth } = geometry;
  const msPerColumn = columnWidth / xScale(geometry);
  const gapMs = Math.max(line.stepMs * 1.5, msPerColumn);
  const seen = 0.5 / Math.abs(perUnit);
  let lastMs = Number.NEGATIVE_INFINITY;
  let index = from;
  while (index < to) {
    const column = Math.floor(((timesMs[index] ?? 0) - view.startMs) / msPerColumn);
    const end = Math.min(to, columnEnd(timesMs, index, view.startMs + (column + 1) * msPerColumn, line.stepMs));
    const first = nextValue(values, index, end);
    if (first < end) {
      if ((timesMs[first] ?? 0) - lastMs > gapMs) path.lift();
      const last = previousValue(values, end - 1);
      const { lowest, highest } = totalsOf(line, first, last + 1);
      const x = (column + 0.5) * columnWidth;
      const corners =
        highest - lowest <= seen
          ? [lowest]
          : columnWidth > 1
            ? [lowest, highest]
            : [values[first] ?? lowest, lowest, highest, values[last] ?? highest];
      let at = Number.NaN;
      for (const next of corners) {
        if (next !== at) path.to(x, zeroY + next * perUnit);
        at = next;
      }
      lastMs = timesMs[last] ?? lastMs;
    }
    index = end;
  }
  path.lift();
}

/** First index at or after an instant, looked for around where an even step would put it. */
function columnEnd(timesMs: Float64Array, from: number, endMs: number, stepMs: number): number {
  let index = Math.min(timesMs.length, from + Math.max(1, Math.ceil((endMs - (timesMs[from] ?? 0)) / stepMs)));
  while (index > from + 1 && (timesMs[index - 1] ?? 0) >= endMs) index -= 1;
  while (index < timesMs.length && (timesMs[index] ?? 0) < endMs) index += 1;
  return index;
}

function nextValue(values: Float64Array, from: number, to: number): number {
  let index = from;
  while (index < to && Number.isNaN(values[index])) index += 1;
  return index;
}

function previousValue(values: Float64Array, from: number): number {
  let index = from;
  while (Number.isNaN(values[index])) index -= 1;
  return index;
}

function stepCorners(line: TimeSeriesLine, geometry: PlotGeometry, path: PathBuilder, from: number, to: number): void {
  const { timesMs, values } = line;
  const { view, zeroY, perUnit } = geometry;
  const scale = xScale(geometry);
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) {
      path.lift();
      continue;
    }
    const y = zeroY + value * perUnit;
    path.to(((timesMs[index] ?? 0) - view.startMs) * scale, y);
    path.to((intervalEnd(line, index) - view.startMs) * scale, y);
    if (hasGapAfter(line, index)) path.lift();
  }
  path.lift();
}

function xScale({ view, width }: PlotGeometry): number {
  return width / (view.endMs - view.startMs);
}

/** Collects corners; a range of a single point gets a short dash, else it would not be seen. */
class PathBuilder {
  #data: Float64Array;
  #length = 0;
  #rangeLength = 0;

  constructor(capacity: number) {
    this.#data = new Float64Array(Math.max(16, capacity));
  }

  to(x: number, y: number): void {
    this.#push(x, y);
    this.#rangeLength += 1;
  }

  lift(): void {
    if (this.#rangeLength === 0) return;
    if (this.#rangeLength === 1) {
      const x = this.#data[this.#length - 2] ?? 0;
      const y = this.#data[this.#length - 1] ?? 0;
      this.#data[this.#length - 2] = x - 0.75;
      this.#push(x + 0.75, y);
    }
    this.#push(Number.NaN, Number.NaN);
    this.#rangeLength = 0;
  }

  corners(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }

  #push(x: number, y: number): void {
    if (this.#length + 2 > this.#data.length) {
      const larger = new Float64Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length] = x;
    this.#data[this.#length + 1] = y;
    this.#length += 2;
  }
}
