import { firstAtOrAfter } from '@solvane/series/align';

export interface Period {
  startMs: number;
  endMs: number;
}

/** Distance of local time from UTC at an instant; the caller brings it from its zone database. */
export interface ZoneClock {
  offsetMs(instantMs: number): number;
}

/** `actual` is ink, `expected` dashed, `forecast` dotted, `comparison` thin and pale: each stroke has this one meaning everywhere. */
export type LineStroke = 'series' | 'actual' | 'expected' | 'forecast' | 'comparison';

/** `area` is a line that is filled down to zero, or to the line below it in a stack. */
export type LineShape = 'line' | 'step' | 'area' | 'bars';

/** What is known of the points of a line. */
export interface LineQuality {
  /** Number of its quality per point, as `POINT_QUALITIES` of `point-quality.ts` counts. */
  states: Uint8Array;
  /** How the point came about, in words. */
  text: (index: number) => string;
}

export interface TimeSeriesLine {
  id: string;
  label: string;
  /** Read after the label where the label alone is not enough; empty: nothing to add. */
  detail: string;
  /** Starts of the intervals, ascending. */
  timesMs: Float64Array;
  /** NaN: no value. */
  values: Float64Array;
  /** Extremes inside each interval where it stands for several values; null: every interval is one value. */
  low: Float64Array | null;
  high: Float64Array | null;
  /** Valid share of each interval, 0 to 1; null: an interval that is there is whole. */
  completeness: Float64Array | null;
  /** Length of one interval. Neighbours further apart than one and a half of it have a gap between them. */
  stepMs: number;
  shape: LineShape;
  /** Edges as they are drawn where lines stand on each other; absent: from zero to the value. */
  stack?: { base: Float64Array; top: Float64Array };
  stroke: LineStroke;
  /** Number of its colour, 0 to 9; null: grey, there are too many to tell apart. */
  colour: number | null;
  /** Absent: nothing is known of single points. */
  quality?: LineQuality | undefined;
}

export type AxisSide = 'left' | 'right';

/** Lines that share one value axis. Values are drawn and written times `factor`, in `unit`. */
export interface TimeSeriesPlot {
  id: string;
  /** Quantity without unit; empty: several quantities share the axis. */
  title: string;
  unit: string;
  factor: number;
  /** Zero belongs to the axis even when no value is near it. */
  fromZero: boolean;
  lines: readonly TimeSeriesLine[];
  /** Ends of the axis in `unit` before the factor; null: those of the values. */
  range?: { min: number | null; max: number | null };
  /** Thin lines across the plot with their labels. */
  limits?: readonly { value: number; label: string }[];
  /** Intervals of which only a part is valid are marked with hollow dots. */
  hasPartialMarks?: boolean;
  /** What was lost: hatched between the expected and the actual line, in these ranges only. */
  lost?: readonly Period[];
  /** Values of its lines add up to a whole: they can stand on each other. */
  isSum?: boolean;
  /** Plots of one panel that follow each other share a drawing area, each with a value axis of its own; absent: an area for this plot alone. */
  panel?: string;
  /** Where the value axis stands; default: left. */
  side?: AxisSide;
  /** What others like it did: filled between two lines with the same instants, behind everything else. */
  band?: { low: TimeSeriesLine; high: TimeSeriesLine };
}

/** Where an instant lies in a period: 0 at its start, 1 at its end. */
export function periodShare({ startMs, endMs }: Period, instantMs: number): number {
  return (instantMs - startMs) / (endMs - startMs);
}

export const PALETTE_SIZE = 10;

/** True where no value is known between two neighbours: they are further apart than their interval explains. */
export function hasGapAfter(line: TimeSeriesLine, index: number): boolean {
  return timeAt(line.timesMs, index + 1) - timeAt(line.timesMs, index) > line.stepMs * 1.5;
}

/** Index of the value that speaks for an instant: the interval it lies in for steps and bars, else the nearest one; -1 where there is none. */
export function indexAt(line: TimeSeriesLine, instantMs: number): number {
  const { timesMs, stepMs, shape } = line;
  const after = firstAtOrAfter(timesMs, instantMs);
  if (shape === 'step' || shape === 'bars') {
    const inside = timeAt(timesMs, after) === instantMs ? after : after - 1;
    return inside >= 0 && instantMs < timeAt(timesMs, inside) + stepMs * 1.05 ? inside : -1;
  }
  const before = after - 1;
  const nearest = before >= 0 && !(timeAt(timesMs, after) - instantMs < instantMs - timeAt(timesMs, before)) ? before : after;
  return Math.abs(timeAt(timesMs, nearest) - instantMs) <= stepMs * 0.75 ? nearest : -1;
}

/** Value that speaks for an instant; NaN where there is none. */
export function valueAt(line: TimeSeriesLine, instantMs: number): number {
  const index = indexAt(line, instantMs);
  return index < 0 ? Number.NaN : (line.values[index] ?? Number.NaN);
}

function timeAt(timesMs: Float64Array, index: number): number {
  return timesMs[index] ?? Number.NaN;
}
