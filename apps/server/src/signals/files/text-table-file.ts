import type { TableFile } from '../signal-tables.ts';
import { quotedName } from '../sql/literals.ts';
import type { TextTable } from '../text-table.ts';

export function textTableFile({ path, kind, delimiter, linesAbove, columns }: TextTable): TableFile {
  const structure = columns.map((name) => `${quotedName(name)} Nullable(String)`).join(', ');
  if (kind === 'parquet') return { path, format: 'Parquet', structure, settings: { input_format_parquet_allow_missing_columns: 0 } };
  return {
    path,
    format: 'CSV',
    structure,
    settings: {
      input_format_csv_skip_first_lines: linesAbove,
      format_csv_delimiter: delimiter,
      input_format_csv_allow_variable_number_of_columns: 1,
    },
  };
}
