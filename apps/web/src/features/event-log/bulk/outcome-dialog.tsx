import type { ResponseOf } from '@solvane/contract/endpoint';
import { ERRORS, isErrorCode } from '@solvane/contract/errors';
import { type BulkAction, eventBulkEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import type { JobId } from '@solvane/contract/ids';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { EventMark } from '../../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useEventTime } from '../../../shared/events/use-event-time.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { ScreenTable } from '../../../shared/table/screen-table.tsx';
import { useServerText } from '../../../shared/text/use-server-text.ts';
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
  const outcome = useQuery(bulkOutcomeQuery(jobId));
  const rows = outcome.data?.rows ?? [];
  const { done, failed, waiting } = outcome.data ?? NOTHING;
  const events = useQuery({ ...someEventsQuery(rows.map(({ eventId }) => eventId)), enabled: rows.length > 0 });
  const unlisted = done + failed + waiting - rows.length;
  const known = new Map(events.data?.map((event) => [event.eventId, event]));
  const columns = useOutcomeColumns(known, outcome.data?.action);
  const retry = useMutation({
    mutationFn: () => call(eventBulkEndpoints.retry, { body: { jobId } }),
    onSuccess: onRetried,
    meta: { failedMessage: 'EventLog_Bulk_Retry_Failed' },
  });
  return (
    <FormDialog
      size="widest"
      title={formatMessage({ id: 'EventLog_Bulk_Outcome' })}
      cancelLabel={formatMessage({ id: 'Common_Close' })}
      submitLabel={failed > 0 ? formatMessage({ id: 'EventLog_Bulk_Retry' }, { count: failed }) : undefined}
      isBusy={retry.isPending}
      onClose={onClose}
      onSubmit={() => retry.mutate()}
    >
      {outcome.error && <ErrorState error={outcome.error} title="Common_Error_Query_Title" onRetry={() => void outcome.refetch()} />}
      {outcome.data && (
        <p className={classes.summary}>
          {formatMessage({ id: failed > 0 ? 'EventLog_Bulk_Partly' : 'EventLog_Bulk_Done' }, { done, failed })}
        </p>
      )}
      <div className={classes.outcomes}>
        <ScreenTable
          label={formatMessage({ id: 'EventLog_Bulk_Outcome' })}
          isBare
          rows={rows}
          columns={columns}
          getRowId={({ eventId }) => eventId}
        />
        {unlisted > 0 && <p className={classes.more}>{formatMessage({ id: 'EventLog_Bulk_Unlisted' }, { count: unlisted })}</p>}
      </div>
    </FormDialog>
  );
}

const NOTHING = { done: 0, failed: 0, waiting: 0 };

type OutcomeRow = ResponseOf<typeof eventBulkEndpoints.outcome>['rows'][number];

/** `known`: events of the rows; those that are gone or still loading are absent. */
function useOutcomeColumns(known: ReadonlyMap<string, Event>, action: BulkAction | undefined): DataColumn<OutcomeRow>[] {
  const { formatMessage } = useIntl();
  return [
    {
      id: 'device',
      header: formatMessage({ id: 'EventLog_Column_Device' }),
      cell: ({ eventId }) => <EventName event={known.get(eventId)} />,
      isRowHeader: true,
      width: 160,
      wraps: true,
      card: 'title',
    },
    {
      id: 'start',
      header: formatMessage({ id: 'EventLog_Column_Start' }),
      cell: ({ eventId }) => <StartTime event={known.get(eventId)} />,
      width: 136,
      card: 'meta',
    },
    {
      id: 'outcome',
      header: formatMessage({ id: 'EventLog_Bulk_RowOutcome' }),
      cell: (row) => <Outcome row={row} event={known.get(row.eventId)} action={action} />,
      width: 160,
      canGrow: true,
      wraps: true,
      card: 'line',
    },
  ];
}

function EventName({ event }: { event: Event | undefined }) {
  const { formatMessage } = useIntl();
  if (!event) return null;
  const { type, siteName, deviceName } = event;
  return (
    <>
      <EventMark type={type} /> <b>{siteName}</b> {deviceName === siteName ? formatMessage({ id: 'EventLog_WholeSite' }) : deviceName}
    </>
  );
}

function StartTime({ event }: { event: Event | undefined }) {
  const time = useEventTime(event?.timezone ?? 'UTC');
  return event && time(event.startMs);
}

interface OutcomeProps {
  row: OutcomeRow;
  event: Event | undefined;
  action: BulkAction | undefined;
}

function Outcome({ row: { outcome, problem }, event, action }: OutcomeProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const words = useEventLabels();
  if (outcome !== 'failed') return <span className={classes.quiet}>{formatMessage({ id: `EventLog_Bulk_Row_${outcome}` })}</span>;
  const error = ERRORS[problem !== null && isErrorCode(problem) ? problem : 'internal'];
  // Its title states that something failed, and only its message what.
  const isOtherSet = problem === 'events.categoryNotInSet' && event && action?.kind === 'categorize';
  return isOtherSet
    ? serverText(error.message, { category: words.category(action.category), device: event.deviceName })
    : serverText(error.title);
}
