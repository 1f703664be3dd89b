import type { ImportMapping } from '@solvane/contract/import-mapping';
import type { TableFile } from '../../../signals/signal-tables.ts';
import { quoteName } from '../sql-text.ts';
import type { PlainFile } from './plain-file.ts';

/** A file as a table of texts. */
export function tableFileOf(
  { path, kind, delimiter }: PlainFile,
  { columns, skipLines, headerLines }: { columns: readonly string[] } & Pick<ImportMapping['format'], 'skipLines' | 'headerLines'>,
): TableFile {
  const structure = columns.map((name) => `${quoteName(name)} Nullable(String)`).join(', ');
  if (kind === 'parquet') return { path, format: 'Parquet', structure, settings: { input_format_parquet_allow_missing_columns: 0 } };
  return {
    path,
    format: 'CSV',
    structure,
    settings: {
      input_format_csv_skip_first_lines: skipLines + headerLines,
      format_csv_delimiter: delimiter,
      input_format_csv_allow_variable_number_of_columns: 1,
    },
  };
}
