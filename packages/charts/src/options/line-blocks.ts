import type { TimeSeriesLine } from './time-series.ts';

/** Extremes, sum and count of chunks of a line, so that a long view needs not be read value by value at every frame. */
export interface LineBlocks {
  lowest: Float64Array;
  highest: Float64Array;
  /** Values times their completeness. */
  sum: Float64Array;
  /** Completeness of the values that are there. */
  weight: Float64Array;
}

export const BLOCK = 64;

const known = new WeakMap<Float64Array, { line: TimeSeriesLine; blocks: LineBlocks }>();

/** The blocks of a line, made once. */
export function blocksOf(line: TimeSeriesLine): LineBlocks {
  const made = known.get(line.values);
  if (made && made.line.low === line.low && made.line.high === line.high && made.line.completeness === line.completeness)
    return made.blocks;
  const blocks = makeBlocks(line);
  known.set(line.values, { line, blocks });
  return blocks;
}

export interface Totals {
  lowest: number;
  highest: number;
  sum: number;
  weight: number;
}

/** Totals of the values at [from, to): whole blocks at once, the ends value by value. Lowest and highest are infinite where there is none. */
export function totalsOf(line: TimeSeriesLine, from: number, to: number): Totals {
  const totals = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY, sum: 0, weight: 0 };
  const firstBlock = Math.ceil(from / BLOCK);
  const lastBlock = Math.floor(to / BLOCK);
  if (firstBlock >= lastBlock) {
    addValues(totals, line, from, to);
    return totals;
  }
  const { lowest, highest, sum, weight } = blocksOf(line);
  addValues(totals, line, from, firstBlock * BLOCK);
  for (let block = firstBlock; block < lastBlock; block += 1) {
    totals.lowest = Math.min(totals.lowest, lowest[block] ?? Number.POSITIVE_INFINITY);
    totals.highest = Math.max(totals.highest, highest[block] ?? Number.NEGATIVE_INFINITY);
    totals.sum += sum[block] ?? 0;
    totals.weight += weight[block] ?? 0;
  }
  addValues(totals, line, lastBlock * BLOCK, to);
  return totals;
}

function makeBlocks(line: TimeSeriesLine): LineBlocks {
  const count = Math.ceil(line.values.length / BLOCK);
  const blocks = {
    lowest: new Float64Array(count),
    highest: new Float64Array(count),
    sum: new Float64Array(count),
    weight: new Float64Array(count),
  };
  for (let block = 0; block < count; block += 1) {
    const totals = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY, sum: 0, weight: 0 };
    addValues(totals, line, block * BLOCK, Math.min(line.values.length, (block + 1) * BLOCK));
    blocks.lowest[block] = totals.lowest;
    blocks.highest[block] = totals.highest;
    blocks.sum[block] = totals.sum;
    blocks.weight[block] = totals.weight;
  }
  return blocks;
}

function addValues(totals: Totals, line: TimeSeriesLine, from: number, to: number): void {
  if (line.low || line.high || line.completeness) addIntervals(totals, line, from, to);
  else addPoints(totals, line.values, from, to);
}

/** A frame with a million points reads each of them: nothing of an interval is looked at where there is none. */
function addPoints(totals: Totals, values: Float64Array, from: number, to: number): void {
  let { lowest, highest, sum, weight } = totals;
  for (let index = from; index < to; index += 1) {
    const value = values[index] as number;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    if (!Number.isNaN(value)) {
      sum += value;
      weight += 1;
    }
  }
  totals.lowest = lowest;
  totals.highest = highest;
  totals.sum = sum;
  totals.weight = weight;
}

function addIntervals(totals: Totals, { values, low, high, completeness }: TimeSeriesLine, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const bottom = low?.[index] ?? value;
    const top = high?.[index] ?? value;
    const share = completeness?.[index] ?? 1;
    if (bottom < totals.lowest) totals.lowest = bottom;
    if (top > totals.highest) totals.highest = top;
    totals.sum += value * share;
    totals.weight += share;
  }
}
