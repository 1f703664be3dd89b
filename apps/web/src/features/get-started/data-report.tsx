import type { DataImportReport } from '@solvane/contract/data-import';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';

/** What an import would write, and the rows it would leave out. */
export function DataReport({ report: { rows, points, firstMs, lastMs, problems, series } }: { report: DataImportReport }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const signalName = useSignalName();
  const serverText = useServerText();
  const instant = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return (
    <div className={classes.result} role="status">
      <p className={classes.resultTitle}>{formatMessage({ id: 'GetStarted_Report' }, { rows, points })}</p>
      {firstMs !== null && lastMs !== null && (
        <p className={classes.note}>{formatMessage({ id: 'GetStarted_Report_Period' }, { from: instant(firstMs), to: instant(lastMs) })}</p>
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{formatMessage({ id: 'GetStarted_Report_Device' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Signal' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Report_Points' })}</th>
            </tr>
          </thead>
          <tbody>
            {series.map((one) => (
              <tr key={`${one.segmentId} ${one.signal}`}>
                <th scope="row">{one.segmentId}</th>
                <td>{signalName(one.signal)}</td>
                <td>{formatNumber(one.points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
