import type { Readable } from 'node:stream';
import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind, ReadResolution } from './point-kind.ts';
import type { PointColumns } from './signal-writer.ts';
import type { WorkOptions } from './work-options.ts';

/** Reads values of series by their number. Missing is NaN in columns. */
export interface SignalReader {
  /** Values per series, in the order of the query. */
  read(query: ReadQuery, options?: WorkOptions): Promise<ReadResponse>;
  /** Values of groups of devices. Days and longer are combined by their date, each site in its own zone; hours and shorter by instant. */
  readGroups(query: GroupQuery, options?: WorkOptions): Promise<GroupResponse>;
  /** The response to `read` as Arrow IPC straight from the engine: columns `series` (position in the query), `time`, `value`, `min`, `max`, `completeness`. */
  readArrow(query: ReadQuery, options?: WorkOptions): Promise<Readable>;
  /** Writes values to a file that does not exist yet, as rows of labels, `time` (ISO 8601 in the site's local time) and `value`. */
  exportTo(path: string, query: ExportQuery, options?: WorkOptions): Promise<void>;
  /** Makes Parquet of a CSV file with a header, whose texts and numbers the columns say. */
  toParquet(table: CsvToParquet, options?: WorkOptions): Promise<void>;
  countPoints(query: Pick<ReadQuery, 'series' | 'startMs' | 'endMs'>, options?: WorkOptions): Promise<number>;
  /** Points of raw series; of those without any there is no row. */
  countRaw(query: Period & { series: readonly number[] }, options?: WorkOptions): Promise<RawCounts[]>;
  /** Points of validated series by what validation made of them; of those without any there is no row. */
  countQuality(query: Period & { series: readonly number[] }, options?: WorkOptions): Promise<QualityCounts[]>;
  /** Points as they are stored, in no order. */
  readPoints(query: Period & { kind: PointKind; series: readonly number[] }, options?: WorkOptions): Promise<PointColumns>;
  /** Newest point of each series that has one. */
  readLatest(series: readonly number[], options?: WorkOptions): Promise<LatestColumns>;
  /** Every version of one point that the store still holds, newest first. */
  readVersions(series: StoredSeries, timeMs: number): Promise<PointVersion[]>;
}

export interface StoredSeries {
  series: number;
  kind: PointKind;
  /** The site's zone: its days are local days. */
  zone: string;
  /** Length of the site's native intervals. */
  intervalMs: number;
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

/**
 * What of a validated point is read: value, quality bits, method, the share of its time that is an estimate, or whether a user invalidated any of it.
 * Of a derived one: value, or what it weighs in means; of a ratio that is the denominator. Of others only the value.
 */
export type Facet = 'value' | 'flags' | 'method' | 'estimated' | 'invalidated' | 'weight';

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

export interface CsvToParquet {
  csvPath: string;
  /** Of the new file. */
  path: string;
  columns: readonly { name: string; type: 'text' | 'number' }[];
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
