import { Button } from '@mantine/core';
import type { Site } from '@solvane/contract/fleet';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './ingestion-status.module.css';
import { rejectsQuery } from './ingestion-status.queries.ts';

/** The rows of one site that were refused, with the reason and the first of them as it came. */
export function RejectList({ site }: { site: Site }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const signalName = useSignalName();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(rejectsQuery(site.siteId));
  const items = data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <section className={classes.widget} aria-labelledby="rejects-title">
      <header className={classes.head}>
        <h2 id="rejects-title">{formatMessage({ id: 'Ingestion_Rejects_Of' }, { site: site.name })}</h2>
      </header>
      {error && <ErrorState error={error} title="Common_Error_Query_Title" onRetry={() => void refetch()} />}
      {data && items.length === 0 && <p className={classes.empty}>{formatMessage({ id: 'Ingestion_NoRejects' })}</p>}
      {items.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_At' })}</th>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_Reason' })}</th>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_Device' })}</th>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_Signal' })}</th>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_Count' })}</th>
                <th scope="col">{formatMessage({ id: 'Ingestion_Reject_Sample' })}</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ atMs, segmentId, signal, reason, count, sample }) => (
                <tr key={`${atMs}/${segmentId}/${signal}/${reason}`}>
                  <td>
                    {formatDate(atMs, {
                      day: 'numeric',
                      month: 'short',
                      year: 'numeric',
                      hour: '2-digit',
                      minute: '2-digit',
                      second: '2-digit',
                      hourCycle: 'h23',
                    })}
                  </td>
                  <td className={classes.text}>{formatMessage({ id: `Ingestion_Reason_${reason}` })}</td>
                  <td className={classes.text}>{segmentId ?? '—'}</td>
                  <td className={classes.text} title={signal ?? ''}>
                    {signal === null ? '—' : signalName(signal)}
                  </td>
                  <td>{formatNumber(count)}</td>
                  <td className={classes.sample} title={sample}>
                    <code>{sample}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <div className={classes.foot}>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {formatMessage({ id: 'Ingestion_Rejects_More' })}
          </Button>
        </div>
      )}
    </section>
  );
}
