import type { Period } from '@solvane/energy/time/local-day';
import type { SelectedPoints, TouchedSeries } from './selected-points.ts';
import type { WorkOptions } from './work-options.ts';

/** Writes points. Durable when a promise resolves. */
export interface SignalWriter {
  /** Of several points of one series and time the last wins, from then on. @throws AppError `ingest.busy`, `storage.full`, `signals.unavailable` */
  writeRaw(points: PointColumns): Promise<void>;
  /** As `writeRaw`, for points of a file (see `SignalFiles`). */
  writeRawFrom(points: SelectedPoints, options?: WorkOptions): Promise<void>;
  /** As `writeRaw`, for points that were taken out of a body before. */
  writeRawSpooled(points: SpooledPoints): Promise<void>;
  /** Replaces everything that the series had in the period by computed points, and their roll-ups where it can. */
  replaceComputed(replacement: Replacement): Promise<void>;
  /** Calls back after every write that leaves something to roll up. */
  onWritten(listener: () => void): () => void;
}

/** A file of points (see spooled-points.ts). */
export interface SpooledPoints {
  path: string;
  /** First and last time per series: what has to be rolled up again. Too wide is correct, only slower. */
  touched: readonly TouchedSeries[];
}

/** Row i is point i; any order. */
export interface PointColumns {
  series: Uint32Array;
  timesMs: Float64Array;
  values: Float64Array;
}

export interface ValidatedColumns extends PointColumns {
  flags: Uint32Array;
  methods: Uint8Array;
}

export interface DerivedColumns extends PointColumns {
  /** What the value counts in means over time and devices, for ratios the denominator. 0: its interval's seconds. */
  weights: Float64Array;
}

export interface Replacement extends Period {
  validated?: ReplacedSeries<ValidatedColumns> | undefined;
  derived?: ReplacedSeries<DerivedColumns> | undefined;
  /** How the series are rolled up, for a period of whole local days: it is done at once. Absent: in the background. */
  rollUp?: { zone: string; intervalMs: number; directions: ReadonlySet<number> } | undefined;
}

/** Series of one kind. At once rolled up are points whose series ascend, and in each of them the times. */
export interface ReplacedSeries<C extends PointColumns> {
  /** Also those that have no point any more. */
  series: readonly number[];
  points: C;
}
