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

/** A field of an Arrow schema, as far as it matters. */
export interface ArrowField {
  name: string;
  isNumeric: boolean;
  isInteger: boolean;
  isTimestamp: boolean;
}

export type ColumnsOrder = { id: number } & ({ what: 'points'; task: ColumnsTask } | { what: 'fields'; path: string });

export type ColumnsMessage = { id: number } & (
  | { outcome: 'points'; profiles: ColumnProfile[] }
  | { outcome: 'fields'; fields: ArrowField[] }
  /** Only the engine can read it. */
  | { outcome: 'unread' }
  /** It is not what it says to be. */
  | { outcome: 'malformed'; message: string }
  | { outcome: 'failed'; message: string; code: string | undefined }
);
