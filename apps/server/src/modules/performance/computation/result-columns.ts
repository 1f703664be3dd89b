import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { segmentIdSchema } from '@solvane/contract/ids';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import type { DerivedColumn, SiteDayOutputs, ValidatedColumn } from '@solvane/energy/site-day/outputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import { pointKindOf, type RegisteredSeries, type SeriesKey } from '../../../signals/series-registry.ts';
import type { DerivedColumns, ReplacedSeries, ValidatedColumns } from '../../../signals/signal-store.ts';
import type { RegisterSeries } from './batch.ts';

/** Numbers of the computed series of a site by device and signal; signals that are new get theirs. */
export class ComputedSeries {
  readonly #siteId: SiteId;
  readonly #register: RegisterSeries;
  readonly #numbers = new Map<string, number>();
  /** Series whose values are directions. */
  readonly directions = new Set<number>();
  readonly #byKind = { validated: new Set<number>(), derived: new Set<number>() };

  constructor(siteId: SiteId, stored: readonly RegisteredSeries[], register: RegisterSeries) {
    this.#siteId = siteId;
    this.#register = register;
    for (const { series, segmentId, apCode, calcType } of stored) this.#add(segmentId, { apCode, calcType }, series);
  }

  /** Every computed series there is: what a new computation no longer says is taken back. */
  listOf(kind: 'validated' | 'derived'): number[] {
    return [...this.#byKind[kind]];
  }

  getNumber(deviceId: string, signalId: string): number {
    const number = this.#numbers.get(`${deviceId} ${signalId}`);
    if (number === undefined) throw new RangeError(`${signalId} of ${deviceId} has no number`);
    return number;
  }

  /** Has every signal of the outputs known. */
  async ensure(outputs: readonly SiteDayOutputs[]): Promise<void> {
    const missing = new Map<string, SeriesKey>();
    const want = (deviceId: string, signalId: string): void => {
      const name = `${deviceId} ${signalId}`;
      if (this.#numbers.has(name) || missing.has(name)) return;
      const parsed = parseSignalId(signalId);
      if (!parsed) throw new RangeError(`${signalId} is no signal`);
      const segmentId: SegmentId = segmentIdSchema.parse(deviceId);
      missing.set(name, { siteId: this.#siteId, segmentId, apCode: parsed.apCode, calcType: parsed.calcType });
    };
    for (const { validated, derived } of outputs) {
      for (const { deviceId, apCode } of validated) want(deviceId, `${apCode}||Validated`);
      for (const { deviceId, signalId } of derived) want(deviceId, signalId);
    }
    if (missing.size === 0) return;
    const numbers = await this.#register([...missing.values()]);
    [...missing.values()].forEach((key, i) => {
      const number = numbers[i];
      if (number !== undefined) this.#add(key.segmentId, key, number);
    });
  }

  #add(deviceId: string, { apCode, calcType }: Pick<SeriesKey, 'apCode' | 'calcType'>, number: number): void {
    const kind = pointKindOf(calcType);
    if (kind === 'raw') return;
    const signalId = `${apCode}||${calcType}`;
    this.#numbers.set(`${deviceId} ${signalId}`, number);
    this.#byKind[kind].add(number);
    if (findSignalDefinition(signalId)?.timeAggregation === 'circ') this.directions.add(number);
  }
}

interface DayColumn<C> {
  grid: IntervalGrid;
  column: C;
}

/** Columns by number and then by day: in the order of the store's own rows, which it then need not sort. */
function inStoreOrder<C>(
  outputs: readonly SiteDayOutputs[],
  columnsOf: (output: SiteDayOutputs) => readonly C[],
  numberOf: (column: C) => number,
): [number, DayColumn<C>[]][] {
  const byNumber = new Map<number, DayColumn<C>[]>();
  for (const output of outputs) {
    for (const column of columnsOf(output)) {
      const number = numberOf(column);
      const known = byNumber.get(number) ?? [];
      if (known.length === 0) byNumber.set(number, known);
      known.push({ grid: output.grid, column });
    }
  }
  return [...byNumber].sort(([a], [b]) => a - b);
}

/** Validated points of some days as the store takes them. A point without a value stays: its flags say why. */
export function validatedReplacement(outputs: readonly SiteDayOutputs[], numbers: ComputedSeries): ReplacedSeries<ValidatedColumns> {
  const count = outputs.reduce((sum, { validated, grid }) => sum + validated.length * grid.count, 0);
  const points: ValidatedColumns = {
    series: new Uint32Array(count),
    timesMs: new Float64Array(count),
    values: new Float64Array(count),
    flags: new Uint32Array(count),
    methods: new Uint8Array(count),
  };
  const timesOf = timesOfGrids();
  const numberOf = ({ deviceId, apCode }: ValidatedColumn) => numbers.getNumber(deviceId, `${apCode}||Validated`);
  let at = 0;
  for (const [number, days] of inStoreOrder(outputs, ({ validated }) => validated, numberOf)) {
    for (const { grid, column } of days) {
      points.series.fill(number, at, at + grid.count);
      points.values.set(column.values, at);
      points.flags.set(column.flags, at);
      points.methods.set(column.methods, at);
      points.timesMs.set(timesOf(grid), at);
      at += grid.count;
    }
  }
  return { series: numbers.listOf('validated'), points };
}

/** Derived points of some days as the store takes them: what has no value is no point. */
export function derivedReplacement(outputs: readonly SiteDayOutputs[], numbers: ComputedSeries): ReplacedSeries<DerivedColumns> {
  const most = outputs.reduce((sum, { derived, grid }) => sum + derived.length * grid.count, 0);
  const points: DerivedColumns = {
    series: new Uint32Array(most),
    timesMs: new Float64Array(most),
    values: new Float64Array(most),
    weights: new Float64Array(most),
  };
  const timesOf = timesOfGrids();
  const numberOf = ({ deviceId, signalId }: DerivedColumn) => numbers.getNumber(deviceId, signalId);
  let count = 0;
  for (const [number, days] of inStoreOrder(outputs, ({ derived }) => derived, numberOf)) {
    for (const { grid, column } of days) count = addColumn(points, count, { column, timesMs: timesOf(grid), number });
  }
  return { series: numbers.listOf('derived'), points: firstOf(points, count) };
}

function addColumn(
  { series, timesMs, values, weights }: DerivedColumns,
  from: number,
  { column, timesMs: all, number }: { column: DerivedColumn; timesMs: Float64Array; number: number },
): number {
  let at = from;
  // Values mostly stand in few stretches, by day or all around the clock: each is copied as a whole.
  for (let first = 0, end = 0; first < all.length; first = end + 1) {
    end = first;
    while (end < all.length && !Number.isNaN(column.values[end] ?? Number.NaN)) end += 1;
    if (end === first) continue;
    values.set(column.values.subarray(first, end), at);
    timesMs.set(all.subarray(first, end), at);
    if (column.weights) weights.set(column.weights.subarray(first, end), at);
    at += end - first;
  }
  series.fill(number, from, at);
  return at;
}

/** Times of a day's intervals, which all of its columns share. */
function timesOfGrids(): (grid: IntervalGrid) => Float64Array {
  const known = new Map<IntervalGrid, Float64Array>();
  return (grid) => {
    const before = known.get(grid);
    if (before) return before;
    const timesMs = Float64Array.from({ length: grid.count }, (_, i) => grid.startMs + i * grid.stepMs);
    known.set(grid, timesMs);
    return timesMs;
  };
}

function firstOf({ series, timesMs, values, weights }: DerivedColumns, count: number): DerivedColumns {
  return {
    series: series.subarray(0, count),
    timesMs: timesMs.subarray(0, count),
    values: values.subarray(0, count),
    weights: weights.subarray(0, count),
  };
}
