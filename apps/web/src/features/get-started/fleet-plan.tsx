import type { FileLocation, FleetImportResponse } from '@solvane/contract/fleet-import';
import type { MessageKey } from '@solvane/i18n/messages';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';

interface PlanRow {
  name: MessageKey;
  created: number;
  updated: number;
  removed: number;
}

/** What a description changes, and what is wrong with it, line by line. */
export function FleetPlan({ answer: { changes, issues, errorCount, warningCount, isApplied } }: { answer: FleetImportResponse }) {
  const { formatMessage, formatNumber } = useIntl();
  const serverText = useServerText();
  const title = isApplied ? 'GetStarted_Plan_Applied' : changes ? 'GetStarted_Plan' : 'GetStarted_Plan_Refused';
  const rows: PlanRow[] | null = changes && [
    { name: 'GetStarted_Plan_Enterprises', ...changes.enterprises },
    { name: 'GetStarted_Plan_Sites', ...changes.sites },
    { name: 'GetStarted_Plan_Segments', ...changes.segments },
    { name: 'GetStarted_Plan_Values', created: changes.values.written, updated: 0, removed: changes.values.removed },
  ];
  const count = (id: 'created' | 'updated' | 'removed', header: string): DataColumn<PlanRow> => ({
    id,
    header,
    value: (row) => row[id],
    cell: (row) => formatNumber(row[id]),
    isSortable: false,
    align: 'end',
    width: 96,
  });
  const columns: DataColumn<PlanRow>[] = [
    {
      id: 'name',
      header: formatMessage({ id: 'GetStarted_Plan_What' }),
      value: ({ name }) => formatMessage({ id: name }),
      isSortable: false,
      isRowHeader: true,
      canGrow: false,
      width: 200,
    },
    count('created', formatMessage({ id: 'GetStarted_Plan_New' })),
    count('updated', formatMessage({ id: 'GetStarted_Plan_Changed' })),
    count('removed', formatMessage({ id: 'GetStarted_Plan_Removed' })),
  ];
  const place = ({ line, location }: FileLocation): string => {
    if (line === undefined) return location;
    const text = formatMessage({ id: 'GetStarted_Issue_Line' }, { line });
    return location ? `${text} (${location})` : text;
  };
  return (
    <div className={classes.result} role="status">
      <p className={classes.resultTitle} data-tone={isApplied ? 'ok' : changes ? undefined : 'danger'}>
        {isApplied && <IconCircleCheck size={16} aria-hidden="true" />}
        {!changes && <IconCircleX size={16} aria-hidden="true" />}
        {formatMessage({ id: title })}
      </p>
      {rows && <ScreenTable label={formatMessage({ id: title })} isBare rows={rows} columns={columns} getRowId={({ name }) => name} />}
      {issues.length > 0 && (
        <>
          <p className={classes.resultTitle}>
            {formatMessage({ id: 'GetStarted_Issues' }, { errors: errorCount, warnings: warningCount })}
          </p>
          <ul className={classes.issues}>
            {issues.map(({ level, line, location, message, values, path }) => (
              <li key={`${line} ${location} ${message} ${path.join('.')}`} data-level={level}>
                {level === 'error' ? <IconCircleX size={16} aria-hidden="true" /> : <IconAlertTriangle size={16} aria-hidden="true" />}
                <span>
                  <span className={classes.unseen}>{formatMessage({ id: `GetStarted_Level_${level}` })} </span>
                  <b>{place({ line, location })}</b> {serverText(message, values)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
