import type { AppErrorOptions, ErrorCode } from '@solvane/contract/errors';
import type { LatestTimes } from '../../../../signals/signal-files.ts';
import type { SeriesProfile } from '../series-profile.ts';
import type { ColumnProfile } from './column-sink.ts';
import type { ColumnTargets } from './stored-order.ts';

export interface ColumnsTask {
  /** The body. */
  from: string;
  kind: 'csv' | 'arrow';
  /** Place of the time among the cells of a row, from 0. */
  timePlace: number;
  /** Column per place; -1 where a cell is none. */
  columnOfPlace: Int32Array;
  /** Per column: what lies later is in the future. */
  latestMs: Float64Array;
  /** Of more points none are kept. */
  maxPoints: number;
}

/** A body of the JSON form. */
export type SeriesTask = Pick<ColumnsTask, 'from'> & { latest: LatestTimes };

/** A field of an Arrow schema, as far as it matters. */
export interface ArrowField {
  name: string;
  isNumeric: boolean;
  isInteger: boolean;
  isTimestamp: boolean;
}

/** The thread keeps the points that it has read until they are forgotten. */
export type ColumnsOrder = { id: number } & (
  | { what: 'points'; task: ColumnsTask }
  | { what: 'series'; task: SeriesTask }
  /** Points of an earlier order, to a file for the store. */
  | { what: 'write'; of: number; to: string; targets: ColumnTargets }
  | { what: 'forget'; of: number }
  | { what: 'fields'; path: string }
  | { what: 'header'; path: string }
);

export type ColumnsMessage = { id: number } & (
  | { outcome: 'points'; profiles: ColumnProfile[] }
  | { outcome: 'series'; profiles: SeriesProfile[] }
  | { outcome: 'done' }
  | { outcome: 'fields'; fields: ArrowField[] }
  | { outcome: 'header'; names: string[] }
  /** Only the engine can read it. */
  | { outcome: 'unread' }
  /** It is not what it says to be. */
  | { outcome: 'malformed'; message: string }
  | ({ outcome: 'refused'; code: ErrorCode } & Pick<AppErrorOptions, 'values' | 'issues'>)
  | { outcome: 'failed'; message: string; code: string | undefined }
);
