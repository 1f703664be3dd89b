import type { PointColumns } from '../../../../signals/signal-writer.ts';
import type { ColumnPoints } from './column-sink.ts';

/** Where the points of each column go; a column of which none are taken has the series 0. */
export interface ColumnTargets {
  series: Uint32Array;
  /** A value becomes `value * factor + shift`. */
  factors: Float64Array;
  shifts: Float64Array;
}

/**
 * Points as the store keeps them: one series after the other, each ascending in time. Of several points of a time the last one is left, as a body says it,
 * also where two columns name one series. Sorted by the engine they would take twice as long to write (decision 0191).
 *
 * @param blockPoints - of one block; a series is in one piece
 */
export function* inStoredOrder(columns: readonly ColumnPoints[], targets: ColumnTargets, blockPoints: number): Generator<PointColumns> {
  let block: SeriesPoints[] = [];
  let points = 0;
  for (const one of seriesInOrder(columns, targets)) {
    block.push(one);
    points += one.values.length;
    if (points < blockPoints) continue;
    yield joinSeries(block, points);
    [block, points] = [[], 0];
  }
  if (points > 0) yield joinSeries(block, points);
}

interface SeriesPoints {
  series: number;
  timesMs: Float64Array;
  values: Float64Array;
}

function* seriesInOrder(columns: readonly ColumnPoints[], { series, factors, shifts }: ColumnTargets): Generator<SeriesPoints> {
  const seriesOf = ({ column }: ColumnPoints): number => series[column] ?? 0;
  const taken = columns.filter((points) => seriesOf(points) > 0).sort((left, right) => seriesOf(left) - seriesOf(right));
  for (let at = 0; at < taken.length; ) {
    const number = series[taken[at]?.column ?? -1] ?? 0;
    const parts: ColumnPoints[] = [];
    for (let part = taken[at]; part !== undefined && seriesOf(part) === number; part = taken[++at])
      parts.push({ ...part, values: converted(part.values, factors[part.column] ?? 1, shifts[part.column] ?? 0) });
    yield { series: number, ...lastOfEachTime(joinColumns(parts)) };
  }
}

function converted(values: Float64Array, factor: number, shift: number): Float64Array {
  return factor === 1 && shift === 0 ? values : values.map((value) => value * factor + shift);
}

type Points = Pick<ColumnPoints, 'timesMs' | 'values'>;

function joinColumns(parts: readonly Points[]): Points {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const count = parts.reduce((sum, { values }) => sum + values.length, 0);
  const joined = { timesMs: new Float64Array(count), values: new Float64Array(count) };
  let offset = 0;
  for (const { timesMs, values } of parts) {
    joined.timesMs.set(timesMs, offset);
    joined.values.set(values, offset);
    offset += values.length;
  }
  return joined;
}

function lastOfEachTime(points: Points): Points {
  const { timesMs, values } = points;
  if (isAscending(timesMs)) return points;
  const timeAt = (index: number | undefined): number => timesMs[index ?? -1] ?? Number.NaN;
  // Not a typed array: its sort does not use that most bodies are in order, forwards or backwards, in long parts.
  const order = Array.from(timesMs.keys()).sort((left, right) => timeAt(left) - timeAt(right));
  const last = order.filter((index, place) => timeAt(order[place + 1]) !== timeAt(index));
  return { timesMs: Float64Array.from(last, timeAt), values: Float64Array.from(last, (index) => values[index] ?? Number.NaN) };
}

function isAscending(timesMs: Float64Array): boolean {
  for (let i = 1; i < timesMs.length; i++) if (!((timesMs[i] ?? Number.NaN) > (timesMs[i - 1] ?? Number.NaN))) return false;
  return true;
}

function joinSeries(parts: readonly SeriesPoints[], count: number): PointColumns {
  const { timesMs, values: joined } = joinColumns(parts);
  const numbers = new Uint32Array(count);
  let offset = 0;
  for (const { series, values } of parts) {
    numbers.fill(series, offset, offset + values.length);
    offset += values.length;
  }
  return { series: numbers, timesMs, values: joined };
}
