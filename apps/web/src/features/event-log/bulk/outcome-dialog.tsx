import { Button, Modal } from '@mantine/core';
import type { ResponseOf } from '@solvane/contract/endpoint';
import { ERRORS, isErrorCode } from '@solvane/contract/errors';
import { type BulkAction, eventBulkEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import type { JobId } from '@solvane/contract/ids';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { EventMark } from '../../../shared/events/event-mark.tsx';
import { useEventTime } from '../../../shared/events/use-event-time.ts';
import { useEventWords } from '../../../shared/events/use-event-words.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { useServerText } from '../../../shared/text/use-server-text.ts';
import frame from '../event-log.module.css';
import { bulkOutcomeQuery, someEventsQuery } from '../event-log.queries.ts';
import classes from './bulk.module.css';

interface OutcomeDialogProps {
  jobId: JobId;
  onClose: () => void;
  onRetried: () => void;
}

/** What became of every event of bulk work; the failures can be tried again. */
export function OutcomeDialog({ jobId, onClose, onRetried }: OutcomeDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  const outcome = useQuery(bulkOutcomeQuery(jobId));
  const rows = outcome.data?.rows ?? [];
  const { done, failed, waiting } = outcome.data ?? NOTHING;
  const events = useQuery({ ...someEventsQuery(rows.map(({ eventId }) => eventId)), enabled: rows.length > 0 });
  const unlisted = done + failed + waiting - rows.length;
  const known = new Map(events.data?.map((event) => [event.eventId, event]));
  const retry = useMutation({
    mutationFn: () => call(eventBulkEndpoints.retry, { body: { jobId } }),
    onSuccess: onRetried,
    meta: { failedMessage: 'EventLog_Bulk_Retry_Failed' },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={formatMessage({ id: 'EventLog_Bulk_Outcome' })}
      closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}
    >
      <div className={frame.dialog}>
        {outcome.error && <ErrorState error={outcome.error} title="Common_Error_Query_Title" onRetry={() => void outcome.refetch()} />}
        {outcome.data && (
          <p className={classes.summary}>
            {formatMessage({ id: failed > 0 ? 'EventLog_Bulk_Partly' : 'EventLog_Bulk_Done' }, { done, failed })}
          </p>
        )}
        <div className={classes.outcomes}>
          <table>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'EventLog_Column_Device' })}</th>
                <th scope="col">{formatMessage({ id: 'EventLog_Column_Start' })}</th>
                <th scope="col">{formatMessage({ id: 'EventLog_Bulk_RowOutcome' })}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Outcome key={row.eventId} row={row} event={known.get(row.eventId)} action={outcome.data?.action} />
              ))}
            </tbody>
          </table>
          {unlisted > 0 && <p className={classes.more}>{formatMessage({ id: 'EventLog_Bulk_Unlisted' }, { count: unlisted })}</p>}
        </div>
        <div className={frame.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Close' })}
          </Button>
          {failed > 0 && (
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {formatMessage({ id: 'EventLog_Bulk_Retry' }, { count: failed })}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

const NOTHING = { done: 0, failed: 0, waiting: 0 };

interface OutcomeProps {
  row: ResponseOf<typeof eventBulkEndpoints.outcome>['rows'][number];
  /** undefined: it is gone, or on its way. */
  event: Event | undefined;
  action: BulkAction | undefined;
}

function Outcome({ row: { outcome, problem }, event, action }: OutcomeProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const words = useEventWords();
  const time = useEventTime(event?.timezone ?? 'UTC');
  const error = ERRORS[problem !== null && isErrorCode(problem) ? problem : 'internal'];
  // Its title says that something failed, and only its message what.
  const isOtherSet = problem === 'events.categoryNotInSet' && event && action?.kind === 'categorize';
  const reason = isOtherSet
    ? serverText(error.message, { category: words.category(action.category), device: event.deviceName })
    : serverText(error.title);
  return (
    <tr data-outcome={outcome}>
      <td>
        {event && (
          <>
            <EventMark type={event.type} /> <b>{event.siteName}</b>{' '}
            {event.deviceName === event.siteName ? formatMessage({ id: 'EventLog_WholeSite' }) : event.deviceName}
          </>
        )}
      </td>
      <td>{event && time(event.startMs)}</td>
      <td>{outcome === 'failed' ? reason : formatMessage({ id: `EventLog_Bulk_Row_${outcome}` })}</td>
    </tr>
  );
}
