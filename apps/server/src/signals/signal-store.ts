import type { Readable } from 'node:stream';
import type { Period } from '@solvane/energy/time/local-day';
import type { PointsFingerprint } from './maintenance/fingerprint.ts';
import type { PointKind, ReadResolution } from './point-kind.ts';
import type { LoadOptions } from './reading/recent/recent-loader.ts';
import type { MergeOptions } from './rollup/merge-roll-ups.ts';
import type { Columns } from './sql/native-format.ts';
import type { StatementOptions, TableFile } from './sql/signal-database.ts';

/**
 * The store of points: what modules call. It knows series by number (see series-registry.ts), not by device and signal, and does not check who may
 * see them. Missing is NaN in columns and an absent row in the store.
 */
export interface SignalStore {
  /** Durable when it resolves. Of several points of one series and time the last wins, from then on. @throws AppError `ingest.busy`, `storage.full`, `signals.unavailable` */
  writeRaw(points: PointColumns): Promise<void>;
  /** As `writeRaw`, for points that a statement finds in a file (see `useFile`). */
  writeRawFrom(points: SelectedPoints, options?: StatementOptions): Promise<void>;
  /** Puts computed points in the place of everything the series had in the period, and their roll-ups in the place of theirs where it can. */
  replaceComputed(replacement: Replacement): Promise<void>;
  /** Lets statements read a file as a table; `select` runs them. */
  useFile<T>(file: TableFile, work: (source: string) => Promise<T>, options?: StatementOptions): Promise<T>;
  /** The same for the rows of a select that is to run once. */
  useRows<T>(sql: string, work: (source: string) => Promise<T>, options?: StatementOptions): Promise<T>;
  select(sql: string, options?: StatementOptions): Promise<Columns>;

  /** Values per series, in the order of the query. */
  read(query: ReadQuery, options?: StatementOptions): Promise<ReadResponse>;
  /** Values of groups of devices. Days and longer are combined by their date, each site in its own zone; hours and shorter by instant. */
  readGroups(query: GroupQuery, options?: StatementOptions): Promise<GroupResponse>;
  /** The response to `read` as Arrow IPC straight from the engine: columns `series` (position in the query), `time`, `value`, `min`, `max`, `completeness`. */
  readArrow(query: ReadQuery, options?: StatementOptions): Promise<Readable>;
  /** Writes values to a file that does not exist yet, as rows of labels, `time` (ISO 8601 in the site's local time) and `value`. */
  exportTo(path: string, query: ExportQuery, options?: StatementOptions): Promise<void>;
  countPoints(query: Pick<ReadQuery, 'series' | 'startMs' | 'endMs'>, options?: StatementOptions): Promise<number>;
  /** Points of raw series; of those without any there is no row. */
  countRaw(query: Period & { series: readonly number[] }, options?: StatementOptions): Promise<RawCounts[]>;
  /** Points of validated series by what validation made of them; of those without any there is no row. */
  countQuality(query: Period & { series: readonly number[] }, options?: StatementOptions): Promise<QualityCounts[]>;
  /** Points as they are stored, in no order. */
  readPoints(query: Period & { kind: PointKind; series: readonly number[] }, options?: StatementOptions): Promise<PointColumns>;
  /** Newest point of each series that has one. */
  readLatest(series: readonly number[], options?: StatementOptions): Promise<LatestColumns>;
  /** Every version of one point that the store still holds, newest first. */
  readVersions(series: StoredSeries, timeMs: number): Promise<PointVersion[]>;

  /** One pass that makes roll-ups agree with their points. @returns days of blocks done; 0: nothing was left to do */
  rollUp(options?: RollUpOptions): Promise<number>;
  /** Makes one part of a month of roll-ups that was written in many. @returns which one; undefined: there is none */
  mergeRollUps(options?: MergeOptions): Promise<string | undefined>;
  /**
   * Reads days of raw points and months of roll-ups into memory: some of those that were requested, or of the newest.
   *
   * @returns how many; 0: there are none, or it is not the time
   */
  loadRecent(options?: LoadOptions): Promise<number>;
  /** Calls back when a query missed the cache of recent values. */
  onPrefetchRequest(listener: () => void): () => void;
  /** Has whole series rolled up again: their zone or interval changed. */
  invalidateRollups(series: readonly number[], period: Period): Promise<void>;
  rollUpState(): Promise<RollUpState>;
  /** Calls back after every write that leaves something to roll up. */
  onWritten(listener: () => void): () => void;

  /** Deletes points and roll-ups of the series before an instant. */
  forget(series: readonly StoredSeries[], beforeMs: number): Promise<void>;
  /** A consistent copy while everything goes on. The path must not exist; it is the engine's path, on the engine's machine. */
  backUp(path: string): Promise<void>;
  /** Into a store without tables. `source`: its `databaseName` where it was backed up, if that is not the same. */
  restore(path: string, source?: string): Promise<void>;
  readonly databaseName: string;
  /** Counts and checksums of all points, to compare two stores: reads all of them. */
  fingerprint(): Promise<PointsFingerprint[]>;
  close(): Promise<void>;
}

export interface StoredSeries {
  series: number;
  kind: PointKind;
  /** The site's zone: its days are local days. */
  zone: string;
  /** Length of the site's native intervals. */
  intervalMs: number;
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

export interface SelectedPoints {
  /** A select of `series`, `at` (epoch milliseconds), `value` and `line`: of several points of one series and time the highest line wins. */
  sql: string;
  /** First and last time per series: what has to be rolled up again. Too wide is correct, only slower. */
  touched: readonly TouchedSeries[];
}

export interface TouchedSeries {
  series: number;
  firstMs: number;
  lastMs: number;
}

/**
 * How the values of a series become one per bucket. `circ` is the mean of directions from 0 to 360 degrees, `circSigned` from -180 to 180; `or` joins
 * bit sets; `mode` is the state with most time.
 */
export type Aggregation =
  | 'avg'
  | 'sum'
  | 'min'
  | 'max'
  | 'first'
  | 'last'
  | 'count'
  | 'circ'
  | 'circSigned'
  | 'or'
  | 'mode'
  | 'std'
  | 'median'
  | { percentile: number };

/** What of a validated point is read: value, quality bits, method, or the share of its time that is an estimate. Of others only the value. */
export type Facet = 'value' | 'flags' | 'method' | 'estimated';

export interface SeriesQuery extends StoredSeries {
  aggregation: Aggregation;
  facet?: Facet;
}

export interface ReadQuery extends Period {
  series: readonly SeriesQuery[];
  resolution: ReadResolution;
  /** Raw only: series with more points than this are reduced to minimum, maximum and mean of as many equal chunks. */
  maxPoints?: number | undefined;
  /** Extremes and completeness are computed when requested. */
  withExtremes?: boolean;
  withCompleteness?: boolean;
  /** The data horizon: buckets are judged by the part of their time up to here. Default: the end of the period. */
  horizonMs?: number | undefined;
}

export interface SeriesColumns {
  /** Bucket keys, or the points' times: ascending. Absent where there is no value. */
  timesMs: Float64Array;
  values: Float64Array;
  /** Extremes inside each bucket; with raw points only when reduced. */
  min: Float64Array | undefined;
  max: Float64Array | undefined;
  /** Valid share of each bucket's time, 0 to 1. */
  completeness: Float64Array | undefined;
}

export interface ReadResponse {
  /** A value stands for several that were requested. */
  reduced: boolean;
  series: SeriesColumns[];
}

/** How devices are combined: `cap` weighs with their capacity, `ratio` divides sums of values times weights by sums of weights. */
export type TreeAggregation = 'sum' | 'avg' | 'cap' | 'min' | 'max' | 'circ' | 'ratio' | 'or';

export interface GroupMember extends SeriesQuery {
  /** Position of its group in the response. */
  group: number;
  /** Weight in `cap` and in the completeness. */
  capacity: number;
}

export interface GroupQuery extends Period {
  members: readonly GroupMember[];
  resolution: Exclude<ReadResolution, 'raw'>;
  treeAggregation: TreeAggregation;
  /** A device's bucket below this share of valid time counts as missing. */
  minCompleteness: number;
  horizonMs?: number | undefined;
}

export interface GroupColumns {
  /** Clock units: bucket keys. Calendar units: midnights in UTC of the local dates, which have no instant of their own across zones. */
  timesMs: Float64Array;
  values: Float64Array;
  /** Share of the members' capacity that has a value. */
  completeness: Float64Array;
}

export interface GroupResponse {
  groups: GroupColumns[];
}

export interface ExportQuery extends ReadQuery {
  /** What each series is called, in the order of the query: one text per column of `labelNames`. */
  labels: readonly (readonly string[])[];
  labelNames: readonly string[];
  format: 'CSVWithNames' | 'Parquet';
  /** `long`: a row per value, with its labels. `wide`: a row per time, with a column per series. */
  layout: 'long' | 'wide';
}

export interface RawCounts {
  series: number;
  points: number;
  firstMs: number;
  lastMs: number;
}

export interface QualityCounts {
  series: number;
  /** Intervals with a received value, and those of them whose measured value counts. */
  received: number;
  valid: number;
  /** Intervals with a value of any source, and those of them with an estimate. */
  withValue: number;
  estimated: number;
  /** Intervals without a measured value, by the quality bits 0 to 14 that are set. */
  removedBy: readonly number[];
}

export interface LatestColumns {
  series: Float64Array;
  timesMs: Float64Array;
  values: Float64Array;
  flags: Float64Array;
}

export interface PointVersion {
  value: number;
  flags: number;
  method: number;
  receivedAtMs: number;
}

export interface RollUpOptions {
  signal?: AbortSignal | undefined;
}

export interface RollUpState {
  /** Days of blocks of series that still differ from their points. */
  pendingBlockDays: number;
}
