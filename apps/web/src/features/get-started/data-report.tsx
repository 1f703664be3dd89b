import type { DataImportReport } from '@solvane/contract/data-import';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';

/** What an import would write, and the rows it would leave out. */
export function DataReport({ report: { rows, points, firstMs, lastMs, problems, series } }: { report: DataImportReport }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const signalName = useSignalName();
  const serverText = useServerText();
  const instant = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const columns: DataColumn<DataImportReport['series'][number]>[] = [
    {
      id: 'device',
      header: formatMessage({ id: 'GetStarted_Report_Device' }),
      value: ({ segmentId }) => segmentId,
      isRowHeader: true,
      canGrow: false,
      width: 200,
    },
    {
      id: 'signal',
      header: formatMessage({ id: 'GetStarted_Column_Signal' }),
      value: ({ signal }) => signalName(signal),
      width: 240,
    },
    {
      id: 'points',
      header: formatMessage({ id: 'GetStarted_Report_Points' }),
      value: ({ points }) => points,
      cell: ({ points }) => formatNumber(points),
      align: 'end',
    },
  ];
  return (
    <div className={classes.result} role="status">
      <p className={classes.resultTitle}>{formatMessage({ id: 'GetStarted_Report' }, { rows, points })}</p>
      {firstMs !== null && lastMs !== null && (
        <p className={classes.note}>{formatMessage({ id: 'GetStarted_Report_Period' }, { from: instant(firstMs), to: instant(lastMs) })}</p>
      )}
      <ScreenTable
        label={formatMessage({ id: 'GetStarted_Report' }, { rows, points })}
        isBare
        rows={series}
        columns={columns}
        getRowId={({ segmentId, signal }) => `${segmentId} ${signal}`}
      />
      <ul className={classes.issues}>
        {problems.map(({ what, count, lines }) => {
          const [reason = '', ...column] = what.split(' ');
          return (
            <li key={what} data-level="warning">
              <IconAlertTriangle size={16} aria-hidden="true" />
              <span>
                {column.length > 0 && <b>{column.join(' ')} </b>}
                {serverText(`Ingestion_Reason_${reason}`)}
                {' · '}
                {formatMessage({ id: 'GetStarted_Report_Lines' }, { count, lines: lines.join(', ') })}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
