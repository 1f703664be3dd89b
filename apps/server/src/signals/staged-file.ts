import type { ImportMapping } from '@solvane/contract/import-mapping';
import type { SelectedPoints, TouchedSeries } from './selected-points.ts';
import type { TextTable } from './text-table.ts';

/** A file with the mapping that says what its cells mean. */
export interface MappedFile {
  table: TextTable;
  mapping: ImportMapping;
  /** Per column of the mapping: the catalogue's unit is `value * factor + shift`. */
  conversions: readonly { factor: number; shift: number }[];
}

/** A mapped file whose texts were taken apart once. */
export interface StagedFile {
  /** Finds the instant of each row, and what is wrong with it: one bad row never costs the rest. Times after `latestMs` are in the future. */
  judge(latestMs: number): Promise<JudgedRows>;
}

export interface JudgedRows {
  readReport(): Promise<RowReport>;
  /**
   * A time near the interval's grid is moved onto it, but not where several rows of a device would meet there.
   *
   * @returns rows that stay apart; undefined: none would meet
   */
  separateRepeated(): Promise<JudgedRows | undefined>;
  countRepeated(): Promise<RepeatedRows>;
  /** Rows with a code and a usable time, by device and time. */
  readEventRows(): Promise<EventRow[]>;
  /** One point per filled cell of these series; to be written while the file is open. */
  select(series: readonly StagedSeries[], touched: readonly TouchedSeries[]): SelectedPoints;
}

/** Lines that a report names of each problem. */
export const LISTED_LINES = 20;

export interface RowReport {
  rows: number;
  /** Rows of known devices with a usable time. */
  timed: number;
  /** Some of those have the time of another one of their device. */
  repeatsTimes: boolean;
  /** Null: no row has a usable time. */
  firstMs: number | null;
  lastMs: number | null;
  problems: { what: string; count: number; lines: number[] }[];
  /** Points per column of the mapping, by the text in the device column; undefined: the mapping does not know it, or there is no such column. */
  points: { device: string | undefined; byColumn: number[] }[];
}

/** Rows that repeat the time of another row of their device, but for hours that a clock shows twice: the mapping says which of them counts. */
export interface RepeatedRows {
  count: number;
  /** Of those with other values than the row that they repeat. */
  differing: number;
  lines: number[];
}

export interface EventRow {
  line: number;
  device: string;
  code: string;
  text: string;
  /** Of its interval. */
  startMs: number;
  /** Of its own; NaN: none that can be used. */
  beginMs: number;
  finishMs: number;
  /** The cell of its end holds nothing. */
  isOpen: boolean;
}

export interface StagedSeries {
  /** Number of the series in the store. */
  seriesId: number;
  /** Column of the mapping. */
  column: number;
  /** Text in the device column; undefined: the column belongs to one device. */
  device: string | undefined;
}
