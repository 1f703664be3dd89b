import { Button } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { type RemoteReset, remoteResetEndpoints } from '@solvane/contract/plant-commands';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { durationText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './orders.module.css';
import prose from './prose.module.css';
import records from './records.module.css';
import { useEventCommand } from './use-event-command.ts';

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
  const reset = useEventCommand(() => call(remoteResetEndpoints.request, { body: { eventId: event.eventId } }), 'RemoteReset_NotTaken');
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  const isWaiting = data.items.some(isPending);
  return (
    <>
      {event.can.reset && (
        <div className={classes.act}>
          <Button
            variant="default"
            leftSection={<IconRefresh />}
            loading={reset.isPending}
            disabled={isWaiting}
            onClick={() => reset.mutate(undefined)}
          >
            {formatMessage({ id: 'RemoteReset_Ask' }, { device: event.deviceName })}
          </Button>
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
        <div className={classes.scroll}>
          <table className={`${records.table} ${classes.resets}`} aria-label={formatMessage({ id: 'RemoteReset_History' })}>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'RemoteReset_Column_Time' })}</th>
                <th scope="col">{formatMessage({ id: 'RemoteReset_Column_Status' })}</th>
                <th scope="col">{formatMessage({ id: 'RemoteReset_Column_Author' })}</th>
                <th scope="col" className={records.number} title={formatMessage({ id: 'RemoteReset_Column_Delay_Help' })}>
                  {formatMessage({ id: 'RemoteReset_Column_Delay' })}
                </th>
                <th scope="col" className={records.number} title={formatMessage({ id: 'RemoteReset_Column_Took_Help' })}>
                  {formatMessage({ id: 'RemoteReset_Column_Took' })}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <ResetRow key={item.remoteResetId} reset={item} timezone={event.timezone} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const MARKS = { pending: IconClock, succeeded: IconCircleCheck, failed: IconAlertTriangle } as const;

function ResetRow({ reset, timezone }: { reset: RemoteReset; timezone: string }) {
  const { formatMessage, locale } = useIntl();
  const time = useEventTime(timezone);
  const Mark = MARKS[reset.resetStatus];
  return (
    <tr>
      <td>{time(reset.resetTimeMs)}</td>
      <td>
        <span className={classes.state} data-state={reset.resetStatus}>
          <Mark aria-hidden="true" />
          {formatMessage({ id: `RemoteReset_Status_${reset.resetStatus}` })}
        </span>
        {reset.resetStatus !== 'pending' && (reset.message ?? '') !== '' && <p className={prose.text}>{reset.message}</p>}
        {reset.resetStatus === 'failed' && reset.message === null && (
          <p className={prose.text}>{formatMessage({ id: 'RemoteReset_Silent' })}</p>
        )}
      </td>
      <td>{reset.author}</td>
      <td className={records.number}>{reset.eventDelayMs === null ? '—' : durationText(reset.eventDelayMs, locale)}</td>
      <td className={records.number}>{tookText(reset.timeToResetMs, locale)}</td>
    </tr>
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
