import type { PlotGeometry } from '../options/line-path.ts';
import { extremesInView } from '../options/line-summary.ts';
import { axesOnSide, panelsOf } from '../options/panels.ts';
import { drawnLine } from '../options/stack.ts';
import type { Period, TimeSeriesLine, TimeSeriesPlot } from '../options/time-series.ts';
import { type ValueScale, valueScale } from '../options/value-scale.ts';

/** Up to this many lines are named at their right end. */
const MOST_DIRECT_LABELS = 6;
const NARROW = 560;
const TOP = 8;
const BOTTOM = 8;
/** Above the axes of a panel that has several: the unit of each. */
export const UNIT_ROW = 16;

/** Horizontal place of every plot and of the time axis: all share it, so that one cursor goes through all. */
export interface TimeFrame {
  left: number;
  width: number;
  /** Room of one value axis. */
  axisWidth: number;
  /** Room of the value axes at the right. */
  right: number;
  /** Viewport for names at the right end; 0: none. */
  labelWidth: number;
}

export interface PlotFrame {
  geometry: PlotGeometry;
  scale: ValueScale;
  top: number;
  bottom: number;
}

/** The frame of all plots in `width` pixels; the longest label decides how much stays free at the right. */
export function timeFrame(plots: readonly TimeSeriesPlot[], width: number): TimeFrame {
  const narrow = width < NARROW;
  const axisWidth = narrow ? 44 : 52;
  const panels = panelsOf(plots);
  const left = axisWidth * Math.max(1, axesOnSide(panels, 'left'));
  const right = axisWidth * axesOnSide(panels, 'right');
  // Lines on several axes do not end in an order of their values.
  const single = panels.flatMap((panel) => (panel.plots.length === 1 ? panel.plots : []));
  const labels = single.flatMap(({ lines }) => labelledLines(lines).map(({ label }) => label.length));
  const labelWidth = narrow || labels.length === 0 ? 0 : Math.min(150, Math.max(64, Math.max(...labels) * 6.6 + 26));
  return { left, width: Math.max(0, width - left - right - Math.max(labelWidth, narrow ? 12 : 22)), axisWidth, right, labelWidth };
}

/** Lines that are named at their right end: all that are no companion of another, where they are few. */
export function labelledLines(lines: readonly TimeSeriesLine[]): readonly TimeSeriesLine[] {
  const own = lines.filter(({ stroke }) => stroke === 'series');
  return own.length > 1 && own.length <= MOST_DIRECT_LABELS ? own : [];
}

/** Where the values of the visible lines stand. */
export function plotFrame({ plot, lines, view, frame, height, isShared = false }: PlotFrameRequest): PlotFrame {
  const top = isShared ? TOP + UNIT_ROW : TOP;
  const drawn = lines.map(drawnLine);
  const { min, max } = extremesInView(plot.band ? [...drawn, plot.band.low, plot.band.high] : drawn, view);
  const limits = (plot.limits ?? []).map(({ value }) => value);
  const lowest = plot.range?.min ?? Math.min(Number.isNaN(min) ? Number.POSITIVE_INFINITY : min, ...limits);
  const highest = plot.range?.max ?? Math.max(Number.isNaN(max) ? Number.NEGATIVE_INFINITY : max, ...limits);
  const fromZero = plot.fromZero || lines.some(({ shape }) => shape === 'area' || shape === 'bars');
  const scale = valueScale({
    min: lowest * plot.factor,
    max: highest * plot.factor,
    fromZero,
    height: height - top - BOTTOM,
    ...fixedEnds(plot.range),
  });
  const bottom = height - BOTTOM;
  const pixels = (bottom - top) / (scale.max - scale.min);
  return {
    geometry: {
      view,
      width: frame.width,
      zeroY: bottom + scale.min * pixels,
      perUnit: -pixels * plot.factor,
      columnWidth: columnWidthFor(lines.length),
    },
    scale,
    top,
    bottom,
  };
}

export interface PlotFrameRequest {
  plot: TimeSeriesPlot;
  lines: readonly TimeSeriesLine[];
  view: Period;
  frame: TimeFrame;
  height: number;
  /** Several value axes stand beside the area. */
  isShared?: boolean;
}

/** Ends that the user set are where the axis ends. */
function fixedEnds(range: TimeSeriesPlot['range']): { isMinFixed: boolean; isMaxFixed: boolean } {
  return { isMinFixed: typeof range?.min === 'number', isMaxFixed: typeof range?.max === 'number' };
}

/** The more lines there are, the less of each can be followed, and the more a frame costs. */
function columnWidthFor(lines: number): number {
  return lines <= 40 ? 1 : 4;
}
