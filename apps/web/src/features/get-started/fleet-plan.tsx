import type { FleetImportAnswer } from '@solvane/contract/fleet-import';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';

/** What a description changes, and what is wrong with it, line by line. */
export function FleetPlan({ answer: { changes, issues, errorCount, warningCount, isApplied } }: { answer: FleetImportAnswer }) {
  const { formatMessage, formatNumber } = useIntl();
  const serverText = useServerText();
  const title = isApplied ? 'GetStarted_Plan_Applied' : changes ? 'GetStarted_Plan' : 'GetStarted_Plan_Refused';
  const rows = changes && [
    { name: 'GetStarted_Plan_Enterprises', ...changes.enterprises } as const,
    { name: 'GetStarted_Plan_Sites', ...changes.sites } as const,
    { name: 'GetStarted_Plan_Segments', ...changes.segments } as const,
    { name: 'GetStarted_Plan_Values', created: changes.values.written, updated: 0, removed: changes.values.removed } as const,
  ];
  return (
    <div className={classes.result} role="status">
      <p className={classes.resultTitle} data-tone={isApplied ? 'ok' : changes ? undefined : 'danger'}>
        {isApplied && <IconCircleCheck size={16} aria-hidden="true" />}
        {!changes && <IconCircleX size={16} aria-hidden="true" />}
        {formatMessage({ id: title })}
      </p>
      {rows && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'GetStarted_Plan_What' })}</th>
                <th scope="col">{formatMessage({ id: 'GetStarted_Plan_New' })}</th>
                <th scope="col">{formatMessage({ id: 'GetStarted_Plan_Changed' })}</th>
                <th scope="col">{formatMessage({ id: 'GetStarted_Plan_Removed' })}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, created, updated, removed }) => (
                <tr key={name}>
                  <th scope="row">{formatMessage({ id: name })}</th>
                  <td>{formatNumber(created)}</td>
                  <td>{formatNumber(updated)}</td>
                  <td>{formatNumber(removed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {issues.length > 0 && (
        <>
          <p className={classes.resultTitle}>
            {formatMessage({ id: 'GetStarted_Issues' }, { errors: errorCount, warnings: warningCount })}
          </p>
          <ul className={classes.issues}>
            {issues.map(({ level, location, message, values, path }) => (
              <li key={`${location} ${message} ${path.join('.')}`} data-level={level}>
                {level === 'error' ? <IconCircleX size={16} aria-hidden="true" /> : <IconAlertTriangle size={16} aria-hidden="true" />}
                <span>
                  <span className={classes.unseen}>{formatMessage({ id: `GetStarted_Level_${level}` })} </span>
                  <b>{location}</b> {serverText(message, values)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
