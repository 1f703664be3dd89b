import { drawsSteps, type PlotGeometry } from './line-path.ts';
import { type Period, type TimeSeriesLine, valueAt } from './time-series.ts';

/** A closed shape as x, y pairs. */
export type Polygon = readonly (readonly [x: number, y: number])[];

/**
 * The area between what was expected and what was there, in a range: only where less was there than expected. Its edges are those of the lines as drawn.
 *
 * @param expected - upper line
 * @param actual - lower line; where it has no value nothing is drawn
 * @returns closed shapes in pixels of the plot
 */
export function lostArea(lost: LostLines, geometry: PlotGeometry): Polygon[] {
  const { view, width, zeroY, perUnit } = geometry;
  const scale = width / (view.endMs - view.startMs);
  const shapes: Polygon[] = [];
  let top: [number, number][] = [];
  let bottom: [number, number][] = [];
  const close = (): void => {
    if (top.length > 1) shapes.push([...top, ...bottom.reverse()]);
    top = [];
    bottom = [];
  };
  for (const { atMs, wanted, given } of drawsSteps(lost.expected, geometry) ? stepCorners(lost) : lineCorners(lost)) {
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

interface LostLines {
  expected: TimeSeriesLine;
  actual: TimeSeriesLine;
  period: Period;
}

interface Corner {
  atMs: number;
  wanted: number;
  given: number;
}

function lineCorners({ expected, actual, period }: LostLines): Corner[] {
  return cornersIn([expected], period).map((atMs) => ({ atMs, wanted: between(expected, atMs), given: between(actual, atMs) }));
}

/** Two corners for each part of the range in which neither line changes. */
function stepCorners({ expected, actual, period }: LostLines): Corner[] {
  const corners = cornersIn([expected, actual], period);
  return corners.slice(1).flatMap((endMs, index) => {
    const startMs = corners[index] ?? endMs;
    const [wanted, given] = [held(expected, startMs), held(actual, startMs)];
    return [
      { atMs: startMs, wanted, given },
      { atMs: endMs, wanted, given },
    ];
  });
}

function held(line: TimeSeriesLine, atMs: number): number {
  return valueAt({ ...line, shape: 'step' }, atMs);
}

/** Instants at which one of the lines bends inside the range, and the ends of the range. */
function cornersIn(lines: readonly TimeSeriesLine[], { startMs, endMs }: Period): number[] {
  const inside = new Set(lines.flatMap(({ timesMs }) => [...timesMs].filter((atMs) => atMs > startMs && atMs < endMs)));
  return [startMs, ...[...inside].sort((a, b) => a - b), endMs];
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
