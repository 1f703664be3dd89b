import type { SignalTables } from '../../../signals/signal-tables.ts';
import { textsOf } from '../../../signals/sql/native-format.ts';
import { refuseUnreadable } from './import-refused.ts';
import type { TableSample } from './source-file.ts';

const SAMPLE_ROWS = 500;

/** Column names of a Parquet file and its first rows, as text; the file itself says its structure. */
export async function readParquetHead(signals: Pick<SignalTables, 'useFile' | 'select'>, path: string): Promise<TableSample> {
  const sample = await signals
    .useFile({ path, format: 'Parquet', structure: 'auto' }, (source) =>
      signals.select(`select * except (_row_number) apply (value -> ifNull(toString(value), '')) from ${source} limit ${SAMPLE_ROWS}`),
    )
    .catch(refuseUnreadable(path));
  const named = [...sample.byName.keys()].map((name) => ({ name, column: /^ifNull\(toString\((.*)\), ''\)$/.exec(name)?.[1] ?? name }));
  const texts = named.map(({ name }) => textsOf(sample, name));
  return {
    columns: named.map(({ column }) => column),
    rows: Array.from({ length: sample.rowCount }, (_, row) => texts.map((column) => column[row] ?? '')),
  };
}
