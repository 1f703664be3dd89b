/** A file whose cells are read as texts. */
export interface TextTable {
  path: string;
  kind: 'csv' | 'parquet';
  /** Of cells of CSV. */
  delimiter: string;
  /** Lines of CSV above the first row. */
  linesAbove: number;
  columns: readonly string[];
}

/** Column names of a file and its first rows, as text. */
export interface TableSample {
  columns: string[];
  rows: string[][];
}
