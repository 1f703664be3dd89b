import type { ColumnProfile } from './column-sink.ts';

export interface ColumnsTask {
  /** The body. */
  from: string;
  /** File that its points are written to, as columns `idx`, `at` and `value` of the engine's own format. */
  to: string;
  kind: 'csv' | 'arrow';
  /** Place of the time among the cells of a row, from 0. */
  timePlace: number;
  /** Column per place; -1 where a cell is none. */
  columnOfPlace: Int32Array;
  columns: number;
  latestMs: number;
  /** Of more points nothing is written. */
  maxPoints: number;
}

export interface ColumnsOrder extends ColumnsTask {
  id: number;
}

export type ColumnsMessage = { id: number } & (
  | { outcome: 'read'; profiles: ColumnProfile[] }
  /** Only the engine can read it. */
  | { outcome: 'unread' }
  /** It is not what it says to be. */
  | { outcome: 'malformed'; message: string }
  | { outcome: 'failed'; message: string; code: string | undefined }
);
