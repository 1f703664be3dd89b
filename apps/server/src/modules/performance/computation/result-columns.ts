import type { DerivedColumn, SiteDayOutputs, ValidatedColumn } from '@solvane/energy/site-day/outputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import type { Period } from '@solvane/energy/time/local-day';
import type { DerivedColumns, ReplacedSeries, ValidatedColumns } from '../../../signals/signal-writer.ts';
import { ColumnMemory } from './column-memory.ts';
import type { ComputedSeries, DeviceSignal } from './computed-series.ts';

/** Intervals by position, the last one not included. */
interface Span {
  from: number;
  to: number;
}

/** A signal over all days of a batch. */
interface ResultColumn extends DeviceSignal {
  values: Float64Array;
  /** Intervals of the days that have it, ascending. */
  spans: Span[];
}

interface ValidatedResult extends ResultColumn {
  flags: Uint32Array;
  methods: Uint8Array;
}

interface DerivedResult extends ResultColumn {
  /** undefined: every value so far counts its interval. */
  weights: Float64Array | undefined;
}

/**
 * What the days of a batch computed: of each signal one column over all of them. A day's own columns, thousands of them, are of no use any more once it is
 * added, before the collector has ever moved them.
 */
export class ResultColumns {
  readonly #grid: IntervalGrid;
  readonly #timesMs: Float64Array;
  readonly #memory = new ColumnMemory();
  readonly #validated = new BySignal<ValidatedResult>();
  readonly #derived = new BySignal<DerivedResult>();

  /** @param grid - all intervals of the batch */
  constructor(grid: IntervalGrid) {
    this.#grid = grid;
    this.#timesMs = Float64Array.from({ length: grid.count }, (_, i) => grid.startMs + i * grid.stepMs);
  }

  /** @param outputs - of a day behind those that were added */
  add({ grid, validated, derived }: SiteDayOutputs): void {
    const from = (grid.startMs - this.#grid.startMs) / this.#grid.stepMs;
    const span: Span = { from, to: from + grid.count };
    for (const column of validated) this.#addValidated(column, span);
    for (const column of derived) this.#addDerived(column, span);
  }

  *signals(): Generator<DeviceSignal> {
    yield* this.#validated.all;
    yield* this.#derived.all;
  }

  /** Validated points of a period as the store takes them. A point without a value stays: its flags say why. */
  validatedPoints(period: Period, numbers: ComputedSeries): ReplacedSeries<ValidatedColumns> {
    const span = this.#spanOf(period);
    const count = countIn(this.#validated.all, span);
    const points: ValidatedColumns = {
      series: new Uint32Array(count),
      timesMs: new Float64Array(count),
      values: new Float64Array(count),
      flags: new Uint32Array(count),
      methods: new Uint8Array(count),
    };
    let at = 0;
    for (const { number, column } of inStoreOrder(this.#validated.all, numbers)) {
      const first = at;
      for (const { from, to } of within(column.spans, span)) {
        points.values.set(column.values.subarray(from, to), at);
        points.flags.set(column.flags.subarray(from, to), at);
        points.methods.set(column.methods.subarray(from, to), at);
        points.timesMs.set(this.#timesMs.subarray(from, to), at);
        at += to - from;
      }
      points.series.fill(number, first, at);
    }
    return { series: numbers.listOf('validated'), points };
  }

  /** Derived points of a period as the store takes them: what has no value is no point. */
  derivedPoints(period: Period, numbers: ComputedSeries): ReplacedSeries<DerivedColumns> {
    const span = this.#spanOf(period);
    const most = countIn(this.#derived.all, span);
    const points: DerivedColumns = {
      series: new Uint32Array(most),
      timesMs: new Float64Array(most),
      values: new Float64Array(most),
      weights: new Float64Array(most),
    };
    let count = 0;
    for (const { number, column } of inStoreOrder(this.#derived.all, numbers)) {
      const first = count;
      for (const part of within(column.spans, span)) count = this.#addPoints(points, count, column, part);
      points.series.fill(number, first, count);
    }
    return { series: numbers.listOf('derived'), points: firstOf(points, count) };
  }

  /** All of it is empty from then on. */
  releaseBuffer(): void {
    this.#memory.releaseBuffer();
  }

  #addValidated({ deviceId, apCode, values, flags, methods }: ValidatedColumn, span: Span): void {
    const known = this.#validated.find(deviceId, apCode);
    const result = known ?? this.#validated.put(deviceId, apCode, this.#newValidated(deviceId, `${apCode}||Validated`));
    result.values.set(values, span.from);
    result.flags.set(flags, span.from);
    result.methods.set(methods, span.from);
    addSpan(result, span);
  }

  #addDerived({ deviceId, signalId, values, weights }: DerivedColumn, span: Span): void {
    const known = this.#derived.find(deviceId, signalId);
    const result = known ?? this.#derived.put(deviceId, signalId, this.#newDerived(deviceId, signalId));
    result.values.set(values, span.from);
    if (weights) {
      result.weights ??= this.#memory.column(Float64Array, this.#grid.count);
      result.weights.set(weights, span.from);
    }
    addSpan(result, span);
  }

  #newValidated(deviceId: string, signalId: string): ValidatedResult {
    const { count } = this.#grid;
    return {
      ...{ deviceId, signalId, spans: [] },
      values: this.#memory.column(Float64Array, count),
      flags: this.#memory.column(Uint32Array, count),
      methods: this.#memory.column(Uint8Array, count),
    };
  }

  #newDerived(deviceId: string, signalId: string): DerivedResult {
    return { deviceId, signalId, spans: [], values: this.#memory.column(Float64Array, this.#grid.count), weights: undefined };
  }

  #addPoints({ timesMs, values, weights }: DerivedColumns, count: number, column: DerivedResult, { from, to }: Span): number {
    let at = count;
    // Values are mostly in few ranges, by day or all around the clock: each is copied as a whole.
    for (let first = from, end = from; first < to; first = end + 1) {
      end = first;
      while (end < to && !Number.isNaN(column.values[end] ?? Number.NaN)) end += 1;
      if (end === first) continue;
      values.set(column.values.subarray(first, end), at);
      timesMs.set(this.#timesMs.subarray(first, end), at);
      if (column.weights) weights.set(column.weights.subarray(first, end), at);
      at += end - first;
    }
    return at;
  }

  #spanOf({ startMs, endMs }: Period): Span {
    const { startMs: originMs, stepMs, count } = this.#grid;
    const positionOf = (atMs: number) => Math.min(count, Math.max(0, Math.ceil((atMs - originMs) / stepMs)));
    return { from: positionOf(startMs), to: positionOf(endMs) };
  }
}

/** Columns by device and signal. */
class BySignal<C> {
  readonly all: C[] = [];
  readonly #byDevice = new Map<string, Map<string, C>>();

  find(deviceId: string, signal: string): C | undefined {
    return this.#byDevice.get(deviceId)?.get(signal);
  }

  put(deviceId: string, signal: string, column: C): C {
    const ofDevice = this.#byDevice.get(deviceId) ?? new Map<string, C>();
    this.#byDevice.set(deviceId, ofDevice.set(signal, column));
    this.all.push(column);
    return column;
  }
}

function addSpan({ spans }: ResultColumn, { from, to }: Span): void {
  const last = spans.at(-1);
  if (last?.to === from) last.to = to;
  else spans.push({ from, to });
}

function within(spans: readonly Span[], { from, to }: Span): Span[] {
  return spans.flatMap((span) => (span.from < to && span.to > from ? { from: Math.max(from, span.from), to: Math.min(to, span.to) } : []));
}

function countIn(columns: readonly ResultColumn[], span: Span): number {
  let count = 0;
  for (const { spans } of columns) for (const { from, to } of within(spans, span)) count += to - from;
  return count;
}

/** In the order of the store's own rows, which it then need not sort. */
function inStoreOrder<C extends ResultColumn>(columns: readonly C[], numbers: ComputedSeries): { number: number; column: C }[] {
  return columns.map((column) => ({ number: numbers.getNumber(column), column })).sort((a, b) => a.number - b.number);
}

function firstOf({ series, timesMs, values, weights }: DerivedColumns, count: number): DerivedColumns {
  return {
    series: series.subarray(0, count),
    timesMs: timesMs.subarray(0, count),
    values: values.subarray(0, count),
    weights: weights.subarray(0, count),
  };
}
