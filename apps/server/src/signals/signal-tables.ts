/** Numbers of every width arrive as doubles: exact up to 2^53, which no column that we read goes beyond. */
export type Column = Float64Array | string[] | ArrayColumn;

/** Rows of several numbers each: those of row i end before `ends[i]`. */
export interface ArrayColumn {
  ends: Float64Array;
  values: Float64Array;
}

export interface Columns {
  rowCount: number;
  byName: ReadonlyMap<string, Column>;
}

export type FileFormat = 'Native' | 'ArrowStream' | 'Parquet' | 'CSVWithNames' | 'CSV' | 'TabSeparated' | 'JSONEachRow' | 'LineAsString';

/** A file that the engine reads as a table. */
export interface TableFile {
  path: string;
  format: FileFormat;
  /** Names and types of the columns, as in `create table`. */
  structure: string;
  /** Settings of the format, for example how many lines stand above the first row. */
  settings?: Readonly<Record<string, string | number>>;
}
