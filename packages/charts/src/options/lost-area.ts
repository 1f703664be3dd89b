import type { PlotGeometry } from './line-path.ts';
import { type Period, type TimeSeriesLine, valueAt } from './time-series.ts';

/** A closed shape as x, y pairs. */
export type Polygon = readonly (readonly [x: number, y: number])[];

/**
 * The area between what was expected and what was there, in a range: only where less was there than expected.
 *
 * @param expected - upper line
 * @param actual - lower line; where it has no value nothing is drawn
 * @returns closed shapes in pixels of the plot
 */
export function lostArea(
  { expected, actual, period }: { expected: TimeSeriesLine; actual: TimeSeriesLine; period: Period },
  { view, width, zeroY, perUnit }: PlotGeometry,
): Polygon[] {
  const scale = width / (view.endMs - view.startMs);
  const shapes: Polygon[] = [];
  let top: [number, number][] = [];
  let bottom: [number, number][] = [];
  const close = (): void => {
    if (top.length > 1) shapes.push([...top, ...bottom.reverse()]);
    top = [];
    bottom = [];
  };
  for (const atMs of cornersIn(expected, period)) {
    const [wanted, given] = [between(expected, atMs), between(actual, atMs)];
    if (Number.isNaN(wanted) || Number.isNaN(given)) {
      close();
      continue;
    }
    const x = (atMs - view.startMs) * scale;
    top.push([x, zeroY + wanted * perUnit]);
    bottom.push([x, zeroY + Math.min(wanted, given) * perUnit]);
  }
  close();
  return shapes;
}

/** Instants at which the upper line bends inside the range, and the ends of the range. */
function cornersIn({ timesMs }: TimeSeriesLine, { startMs, endMs }: Period): number[] {
  const inside = [...timesMs].filter((atMs) => atMs > startMs && atMs < endMs);
  return [startMs, ...inside, endMs];
}

/** On the straight line between two neighbours; the nearest value where there is no second. */
function between(line: TimeSeriesLine, atMs: number): number {
  const { timesMs, values, stepMs } = line;
  const after = timesMs.findIndex((timeMs) => timeMs >= atMs);
  const [afterMs, beforeMs] = [timesMs[after], timesMs[after - 1]];
  if (afterMs === undefined || beforeMs === undefined || afterMs === atMs) return valueAt(line, atMs);
  if (afterMs - beforeMs > stepMs * 1.5) return valueAt(line, atMs);
  const [from, to] = [values[after - 1] ?? Number.NaN, values[after] ?? Number.NaN];
  return from + ((to - from) * (atMs - beforeMs)) / (afterMs - beforeMs);
}
