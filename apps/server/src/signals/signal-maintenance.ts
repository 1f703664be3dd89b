import type { Period } from '@solvane/energy/time/local-day';
import type { StoredSeries } from './signal-reader.ts';

/** Keeps the store fast, small and backed up. */
export interface SignalMaintenance {
  /** One pass that makes roll-ups agree with their points. @returns days of blocks done; 0: nothing was left to do */
  rollUp(options?: RollUpOptions): Promise<number>;
  /** Makes one part of a month of roll-ups that was written in many. @returns which one; undefined: there is none */
  mergeRollUps(options?: QuietOptions): Promise<string | undefined>;
  /** Has whole series rolled up again: their zone or interval changed. */
  invalidateRollups(series: readonly number[], period: Period): Promise<void>;
  rollUpState(): Promise<RollUpState>;
  /**
   * Reads days of raw points and months of roll-ups into memory: some that were requested, or the newest.
   *
   * @returns how many; 0: there are none, or it is not the time
   */
  loadRecent(options?: QuietOptions): Promise<number>;
  /** Calls back when a query missed the cache of recent values. */
  onPrefetchRequest(listener: () => void): () => void;
  /** Deletes points and roll-ups of the series before an instant. */
  deleteBefore(series: readonly StoredSeries[], beforeMs: number): Promise<void>;
  /** A consistent copy while everything goes on. The path must not exist; it is the engine's path, on the engine's machine. */
  backUp(path: string): Promise<void>;
  /** Into a store without tables. `source`: its `databaseName` where it was backed up, if that is not the same. */
  restore(path: string, source?: string): Promise<void>;
  readonly databaseName: string;
  /** Counts and checksums of all points, to compare two stores: reads all of them. */
  fingerprint(): Promise<PointsFingerprint[]>;
  close(): Promise<void>;
}

export interface QuietOptions {
  /** For how long nothing may have changed; the default depends on the work. */
  quietMs?: number;
  signal?: AbortSignal;
}

/** What the points of one block of series are in one month: equal in two stores that hold the same points. */
export interface PointsFingerprint {
  table: string;
  block: number;
  /** 202506 */
  month: number;
  rows: number;
  checksum: string;
}

export interface RollUpOptions {
  signal?: AbortSignal | undefined;
}

export interface RollUpState {
  /** Days of blocks of series that still differ from their points. */
  pendingBlockDays: number;
}
