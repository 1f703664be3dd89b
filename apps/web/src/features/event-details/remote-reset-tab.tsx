import { Button } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { type RemoteReset, remoteResetEndpoints } from '@solvane/contract/plant-commands';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { useRemoteReset } from '../../shared/events/actions/use-remote-reset.tsx';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { durationText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import classes from './orders.module.css';
import prose from './prose.module.css';

/** As long as a plant has not answered. */
const LOOK_AGAIN_MS = 2_000;
const SECONDS_BELOW_MS = 120_000;

/** What was asked of the plant and what it answered, newest first; and asking it again. */
export function RemoteResetTab({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const { data, error, refetch } = useQuery({
    queryKey: [...eventKeys.all, 'remote-resets', event.eventId],
    queryFn: ({ signal }) => call(remoteResetEndpoints.list, { body: { eventId: event.eventId }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isPending) ? LOOK_AGAIN_MS : false),
  });
  const { isOffered, ask, dialog } = useRemoteReset(event);
  const columns = useResetColumns(event.timezone);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  const isWaiting = data.items.some(isPending);
  return (
    <>
      {isOffered && (
        <div className={classes.act}>
          <Button variant="default" leftSection={<IconRefresh />} disabled={isWaiting} onClick={ask}>
            {formatMessage({ id: 'RemoteReset_Ask' }, { device: event.deviceName })}
          </Button>
          {dialog}
          {isWaiting && (
            <span className={prose.quiet} role="status">
              {formatMessage({ id: 'RemoteReset_Waiting' })}
            </span>
          )}
        </div>
      )}
      {data.items.length === 0 ? (
        <p className={prose.quiet}>{formatMessage({ id: 'RemoteReset_None' })}</p>
      ) : (
        <ScreenTable
          label={formatMessage({ id: 'RemoteReset_History' })}
          isBare
          rowHeight={28}
          rows={data.items}
          columns={columns}
          getRowId={({ remoteResetId }) => remoteResetId}
        />
      )}
    </>
  );
}

const MARKS = { pending: IconClock, succeeded: IconCircleCheck, failed: IconAlertTriangle } as const;

function useResetColumns(timezone: string): DataColumn<RemoteReset>[] {
  const { formatMessage, locale } = useIntl();
  const time = useEventTime(timezone);
  return [
    {
      id: 'time',
      header: formatMessage({ id: 'RemoteReset_Column_Time' }),
      value: ({ resetTimeMs }) => resetTimeMs,
      cell: ({ resetTimeMs }) => time(resetTimeMs),
      isRowHeader: true,
      canGrow: false,
      width: 136,
      card: 'meta',
    },
    {
      id: 'status',
      header: formatMessage({ id: 'RemoteReset_Column_Status' }),
      cell: (reset) => <ResetStatus reset={reset} />,
      width: 140,
      canGrow: true,
      wraps: true,
      card: 'title',
    },
    {
      id: 'author',
      header: formatMessage({ id: 'RemoteReset_Column_Author' }),
      value: ({ author }) => author,
      card: 'subtitle',
    },
    {
      id: 'reason',
      header: formatMessage({ id: 'RemoteReset_Reason' }),
      value: ({ reason }) => reason,
      wraps: true,
      canGrow: true,
      width: 140,
      card: 'line',
    },
    {
      id: 'delay',
      header: formatMessage({ id: 'RemoteReset_Column_Delay' }),
      hint: formatMessage({ id: 'RemoteReset_Column_Delay_Help' }),
      value: ({ eventDelayMs }) => eventDelayMs,
      cell: ({ eventDelayMs }) => (eventDelayMs === null ? '—' : durationText(eventDelayMs, locale)),
      align: 'end',
      width: 80,
    },
    {
      id: 'took',
      header: formatMessage({ id: 'RemoteReset_Column_Took' }),
      hint: formatMessage({ id: 'RemoteReset_Column_Took_Help' }),
      value: ({ timeToResetMs }) => timeToResetMs,
      cell: ({ timeToResetMs }) => tookText(timeToResetMs, locale),
      align: 'end',
      width: 80,
      card: 'value',
    },
  ];
}

function ResetStatus({ reset: { resetStatus, message } }: { reset: RemoteReset }) {
  const { formatMessage } = useIntl();
  const Mark = MARKS[resetStatus];
  return (
    <>
      <span className={classes.state} data-state={resetStatus}>
        <Mark aria-hidden="true" />
        {formatMessage({ id: `RemoteReset_Status_${resetStatus}` })}
      </span>
      {resetStatus !== 'pending' && (message ?? '') !== '' && <p className={prose.text}>{message}</p>}
      {resetStatus === 'failed' && message === null && <p className={prose.text}>{formatMessage({ id: 'RemoteReset_Silent' })}</p>}
    </>
  );
}

/** Plants answer within seconds or minutes. */
function tookText(tookMs: number | null, locale: string): string {
  if (tookMs === null) return '—';
  return tookMs < SECONDS_BELOW_MS ? `${Math.round(tookMs / 1_000)}\u202fs` : durationText(tookMs, locale);
}

function isPending({ resetStatus }: RemoteReset): boolean {
  return resetStatus === 'pending';
}
