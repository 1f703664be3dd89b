import { drawsSteps, intervalEnd, type PlotGeometry, visibleRange } from './line-path.ts';
import type { Polygon } from './lost-area.ts';
import { hasGapAfter, type TimeSeriesLine } from './time-series.ts';

/**
 * The area between two lines with the same instants, drawn as the lines are; where either has no value there is a gap.
 *
 * @param low - lower line
 * @param high - upper line, with the instants of the lower one
 * @returns closed shapes in pixels of the plot
 */
export function bandArea({ low, high }: { low: TimeSeriesLine; high: TimeSeriesLine }, geometry: PlotGeometry): Polygon[] {
  const { view, width, zeroY, perUnit } = geometry;
  const isStepped = drawsSteps(low, geometry);
  const scale = width / (view.endMs - view.startMs);
  const [from, to] = visibleRange(low, view);
  const shapes: Polygon[] = [];
  let top: [number, number][] = [];
  let bottom: [number, number][] = [];
  const close = (): void => {
    if (top.length > 1) shapes.push([...top, ...bottom.reverse()]);
    top = [];
    bottom = [];
  };
  for (let index = from; index < to; index += 1) {
    const [below, above] = [low.values[index] ?? Number.NaN, high.values[index] ?? Number.NaN];
    if (Number.isNaN(below) || Number.isNaN(above)) {
      close();
      continue;
    }
    const startMs = low.timesMs[index] ?? Number.NaN;
    for (const atMs of isStepped ? [startMs, intervalEnd(low, index)] : [startMs]) {
      const x = (atMs - view.startMs) * scale;
      top.push([x, zeroY + above * perUnit]);
      bottom.push([x, zeroY + below * perUnit]);
    }
    if (hasGapAfter(low, index)) close();
  }
  close();
  return shapes;
}
