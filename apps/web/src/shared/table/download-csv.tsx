import { Button } from '@mantine/core';
import { toCsv } from '@solvane/contract/csv-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconDownload } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { saveFile } from '../files/save-file.ts';

interface DownloadCsvProps<Row extends object> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Of the file, without its ending. */
  name: string;
}

/** Saves the rows of a table with all their digits. */
export function DownloadCsv<Row extends object>({ columns, rows, name }: DownloadCsvProps<Row>) {
  const { formatMessage } = useIntl();
  const save = (): void =>
    saveFile(new Blob([toCsv(csvRows(columns, rows))], { type: 'text/csv' }), `${name.replace(/[\\/:*?"<>|]/g, ' ')}.csv`);
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconDownload size={14} />} disabled={rows.length === 0} onClick={save}>
      {formatMessage({ id: 'Table_DownloadCsv' })}
    </Button>
  );
}

/** Heads with their units, then the values of the columns that have any; what is missing is an empty cell. */
export function csvRows<Row extends object>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): (string | number | null)[][] {
  const stated = columns.filter(({ value }) => value !== undefined);
  return [
    stated.map(({ header, unit }) => (unit ? `${header}, ${unit}` : header)),
    ...rows.map((row) => stated.map(({ value }) => value?.(row) ?? null)),
  ];
}
