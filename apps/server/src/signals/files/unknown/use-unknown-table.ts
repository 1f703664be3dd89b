import { textsOf } from '../../sql/native-format.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import type { TableSample, TextTable } from '../../text-table.ts';
import type { UnknownTable } from '../../unknown-table.ts';
import { textTableFile } from '../text-table-file.ts';
import { rethrowUnreadable } from '../unreadable.ts';
import { countNumberTexts, profileColumns, profileNames } from './numbers.ts';
import { countPairs, readDistinct, readTextOfNames } from './texts.ts';
import { countSteps, profileGrid, profileTimes, readDates } from './times.ts';

/** Every statement reads the file: what one of them cannot read is not of its format. */
export function useUnknownTable<T>(database: SignalDatabase, table: TextTable, work: (table: UnknownTable) => Promise<T>): Promise<T> {
  return database
    .useFile(textTableFile(table), (source) => {
      const open = { database, source };
      return work({
        countNumberTexts: (columns) => countNumberTexts(open, columns),
        profileColumns: (columns, style) => profileColumns(open, columns, style),
        profileNames: (columns) => profileNames(open, columns),
        readDistinct: (column, most) => readDistinct(open, column, most),
        readTextOfNames: (columns) => readTextOfNames(open, columns),
        countPairs: (time, columns) => countPairs(open, time, columns),
        readDates: (column, firstLine) => readDates(open, column, firstLine),
        profileTimes: (time, owners) => profileTimes(open, time, owners),
        profileGrid: (time, intervalMs) => profileGrid(open, time, intervalMs),
        countSteps: (query) => countSteps(open, query),
      });
    })
    .catch(rethrowUnreadable);
}

const SAMPLE_ROWS = 500;

/** The file itself names its columns. */
export async function readParquetHead(database: SignalDatabase, path: string): Promise<TableSample> {
  const sample = await database
    .useFile({ path, format: 'Parquet', structure: 'auto' }, (source) =>
      database.select(`select * except (_row_number) apply (value -> ifNull(toString(value), '')) from ${source} limit ${SAMPLE_ROWS}`),
    )
    .catch(rethrowUnreadable);
  const named = [...sample.byName.keys()].map((name) => ({ name, column: /^ifNull\(toString\((.*)\), ''\)$/.exec(name)?.[1] ?? name }));
  const texts = named.map(({ name }) => textsOf(sample, name));
  return {
    columns: named.map(({ column }) => column),
    rows: Array.from({ length: sample.rowCount }, (_, row) => texts.map((column) => column[row] ?? '')),
  };
}
