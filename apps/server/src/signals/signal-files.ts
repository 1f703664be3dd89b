import type { RejectReason } from '@solvane/contract/ingest';
import type { SelectedPoints, TouchedSeries } from './selected-points.ts';
import type { MappedFile, StagedFile } from './staged-file.ts';
import type { TableSample, TextTable } from './text-table.ts';
import type { UnknownTable } from './unknown-table.ts';
import type { WorkOptions } from './work-options.ts';

/**
 * Reads files: bodies of ingestion, files of an import, and files of which nothing is known yet. Their owners say what they look for; how it is read is
 * the store's. A file is open as long as the work that is given with it.
 */
export interface SignalFiles {
  /** @throws UnreadableFile */
  usePointTable<T>(table: PointTable, work: (points: FilePoints) => Promise<T>): Promise<T>;
  /** @throws UnreadableFile */
  useStagedFile<T>(file: MappedFile, work: (staged: StagedFile) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** @throws UnreadableFile, also for what the work reads */
  useUnknownTable<T>(table: TextTable, work: (table: UnknownTable) => Promise<T>): Promise<T>;
  /** Column names of a Parquet file, and its first rows. @throws UnreadableFile */
  readParquetHead(path: string): Promise<TableSample>;
}

/** Columns of a file whose rows name their series: device, signal, time and value. */
export const POINT_ROW_COLUMNS: readonly string[] = ['segmentId', 'signal', 't', 'v'];

/** Points after these are in the future. */
export interface LatestTimes {
  latestMs: number;
  /** Of signals that a provider foresees. */
  foreseenMs: number;
}

/** A body of ingestion. CSV and Arrow have the columns above (`rows`), or `t` and one column per series (`columns`). Lines of JSON are rows. */
export type PointTable = { path: string } & LatestTimes &
  (
    | { format: 'jsonLines' }
    | { format: 'csv'; header: readonly string[]; layout: 'rows' | 'columns' }
    | { format: 'arrow'; header: readonly string[]; layout: 'rows' | 'columns'; timeType: 'text' | 'milliseconds' | 'timestamp' }
  );

export interface FilePoints {
  /** One pass over the points. @returns undefined where they belong to more series. @throws UnreadableFile */
  readProfiles(maxSeries: number): Promise<PointProfile[] | undefined>;
  /** Points that can be taken, each at the time it was sent with; to be written while the file is open. */
  select(targets: WriteTargets, touched: readonly TouchedSeries[]): SelectedPoints;
}

/** What a file holds of one series. */
export interface PointProfile {
  /** Number of its column; undefined: its rows name it. */
  column: number | undefined;
  segmentId: string;
  signal: string;
  /** Points that can be taken. */
  good: number;
  /** Of those. */
  firstMs: number;
  lastMs: number;
  /** Days of UTC they lie on. */
  utcDays: ReadonlySet<number>;
  faults: ReadonlyMap<RejectReason, { count: number; lines: readonly number[] }>;
  /** First lines of any of its points. */
  firstLines: readonly number[];
  /** Of the good ones those that a later one of the same time replaces. */
  merged: number;
}

export interface WriteTarget {
  /** Number of the series in the store. */
  seriesId: number;
  factor: number;
  shift: number;
}

/** Targets by the name of their series, or by the position of their column; undefined where the series cannot be taken. */
export type WriteTargets = { byName: readonly NamedTarget[] } | { byColumn: readonly (WriteTarget | undefined)[] };

export interface NamedTarget extends WriteTarget {
  segmentId: string;
  signal: string;
}
