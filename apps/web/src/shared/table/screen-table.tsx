import { DataTable } from '@solvane/ui/data-table';
import type { DataTableProps } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../states/error-state.tsx';

interface ScreenTableProps<Row extends object> extends Omit<DataTableProps<Row>, 'labels' | 'error' | 'rows'> {
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined;
  /** Error of the query behind the rows, and how to send it again. */
  query?: { error: unknown; refetch: () => unknown };
}

/** The data table with the product's texts and error states. */
export function ScreenTable<Row extends object>({ rows, query, ...props }: ScreenTableProps<Row>) {
  const { formatMessage } = useIntl();
  const labels = useMemo(
    () => ({
      loading: formatMessage({ id: 'Common_Loading' }),
      selectAll: formatMessage({ id: 'Table_SelectAll' }),
      selectRow: (row: string) => formatMessage({ id: 'Table_SelectRow' }, { row }),
      expand: formatMessage({ id: 'Table_Expand' }),
      collapse: formatMessage({ id: 'Table_Collapse' }),
      resize: (column: string) => formatMessage({ id: 'Table_Resize' }, { column }),
    }),
    [formatMessage],
  );
  const hasFailed = query?.error != null && rows === undefined;
  return (
    <DataTable
      {...props}
      labels={labels}
      rows={rows ?? []}
      isLoading={props.isLoading ?? (rows === undefined && !hasFailed)}
      error={
        hasFailed ? <ErrorState error={query.error} title="Common_Error_Query_Title" onRetry={() => void query.refetch()} /> : undefined
      }
    />
  );
}
