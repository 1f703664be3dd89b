import { stackLines } from '@solvane/charts/options/stack';
import type { AxisSide, TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { PlotShape } from '@solvane/contract/plot-looks';

/** Whether lines of a plot can stand on each other: several that add up to a whole. */
export function canStack({ isSum, lines }: TimeSeriesPlot): boolean {
  return isSum === true && lines.filter(isOwn).length > 1;
}

/** Plots in the shape that was chosen. References and earlier periods stay lines; lines that do not add up are filled but not stacked. */
export function withShape(plots: readonly TimeSeriesPlot[], shape: PlotShape): readonly TimeSeriesPlot[] {
  return shape === 'line' ? plots : plots.map((plot) => shaped(plot, shape));
}

function shaped(plot: TimeSeriesPlot, shape: PlotShape): TimeSeriesPlot {
  const lines = plot.lines.map((line): TimeSeriesLine => (isOwn(line) ? { ...line, shape: lineShape(shape, line) } : line));
  if (shape !== 'stacked' || !canStack(plot)) return { ...plot, lines };
  return { ...plot, lines: [...stackLines(lines.filter(isOwn)), ...lines.filter((line) => !isOwn(line))] };
}

/** Where the value axis of a unit stands. */
interface UnitAxis {
  unit: string;
  side: AxisSide;
}

/** More axes than these beside one area leave no room for it. */
const MOST_SHARED_AXES = 4;

/** An axis for every unit, at the left and at the right in turn. */
export function sharedAxes(plots: readonly Pick<TimeSeriesPlot, 'id'>[]): UnitAxis[] {
  return plots.slice(0, MOST_SHARED_AXES).map(({ id }, index) => ({ unit: id, side: index % 2 === 0 ? 'left' : 'right' }));
}

/** The plots of these units in one area, in the order of their axes, before those that have an area of their own. */
export function withSharedAxes(plots: readonly TimeSeriesPlot[], axes: readonly UnitAxis[]): readonly TimeSeriesPlot[] {
  const together = axes.flatMap(({ unit, side }) =>
    plots.filter(({ id }) => id === unit).map((plot) => ({ ...plot, side, panel: 'shared' })),
  );
  const ids = new Set(together.map(({ id }) => id));
  return together.length < 2 ? plots : [...together, ...plots.filter(({ id }) => !ids.has(id))];
}

function isOwn({ stroke }: TimeSeriesLine): boolean {
  return stroke === 'series' || stroke === 'actual';
}

function lineShape(shape: PlotShape, line: TimeSeriesLine): TimeSeriesLine['shape'] {
  if (shape === 'line') return line.shape;
  if (shape === 'stacked') return line.shape === 'bars' ? 'bars' : 'area';
  return shape;
}
