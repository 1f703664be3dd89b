import type { BulkAction } from '@solvane/contract/event-commands';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { hoursText, lostEnergyText } from '../event-text.ts';
import classes from './event-action-dialog.module.css';
import { EventActionProblem } from './event-action-problem.tsx';
import type { BulkSelection } from './event-action-target.ts';
import { bulkPreviewQuery } from './event-choices.queries.ts';

interface BulkTouchesProps {
  selection: BulkSelection | undefined;
  action: BulkAction;
}

/** What is touched while nothing is chosen yet. */
export const ANY_ACTION: BulkAction = { kind: 'acknowledge' };

export function useBulkCount(selection: BulkSelection | undefined): number | undefined {
  const { data } = useQuery(bulkPreviewQuery(selection, ANY_ACTION));
  return data?.count;
}

/** What a job on a selection would touch, before it does; why it cannot, where it cannot. */
export function BulkTouches({ selection, action }: BulkTouchesProps) {
  const { formatMessage, locale } = useIntl();
  const { data, error } = useQuery(bulkPreviewQuery(selection, action));
  if (!selection) return null;
  if (error) return <EventActionProblem error={error} failed="EventAction_Bulk_Impossible" zone="UTC" />;
  return (
    <div className={classes.touches} role="status">
      {data ? (
        <>
          <p>
            {formatMessage(
              { id: 'EventAction_Touches' },
              {
                count: data.count,
                devices: data.deviceCount,
                sites: data.siteCount,
                hours: hoursText(data.durationMs, locale),
                energy: lostEnergyText(data.lostEnergyKwh, locale),
              },
            )}
          </p>
          {data.settledCount > 0 && (
            <p className={classes.warning}>{formatMessage({ id: 'EventAction_Touches_Settled' }, { count: data.settledCount })}</p>
          )}
        </>
      ) : (
        <p className={classes.quiet}>{formatMessage({ id: 'EventAction_Counting' })}</p>
      )}
    </div>
  );
}
