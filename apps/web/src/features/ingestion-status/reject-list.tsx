import { Button } from '@mantine/core';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { ingestEndpoints } from '@solvane/contract/ingest';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { Section } from '@solvane/ui/section';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import classes from './ingestion-status.module.css';
import { rejectsQuery } from './ingestion-status.queries.ts';

type Reject = ResponseOf<typeof ingestEndpoints.rejects>['items'][number];

const WHEN = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** The rows of one site that were refused, with the reason and the first of them as it came. */
export function RejectList({ site }: { site: Site }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const signalName = useSignalName();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(rejectsQuery(site.siteId));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const columns: DataColumn<Reject>[] = [
    {
      id: 'at',
      header: formatMessage({ id: 'Ingestion_Reject_At' }),
      value: ({ atMs }) => atMs,
      isRowHeader: true,
      canGrow: false,
      width: 180,
      cell: ({ atMs }) => formatDate(atMs, WHEN),
      card: 'subtitle',
    },
    {
      id: 'reason',
      header: formatMessage({ id: 'Ingestion_Reject_Reason' }),
      value: ({ reason }) => formatMessage({ id: `Ingestion_Reason_${reason}` }),
      width: 180,
      card: 'title',
    },
    { id: 'device', header: formatMessage({ id: 'Ingestion_Reject_Device' }), value: ({ segmentId }) => segmentId },
    {
      id: 'signal',
      header: formatMessage({ id: 'Ingestion_Reject_Signal' }),
      value: ({ signal }) => (signal === null ? null : signalName(signal)),
      width: 180,
    },
    {
      id: 'count',
      header: formatMessage({ id: 'Ingestion_Reject_Count' }),
      value: ({ count }) => count,
      cell: ({ count }) => formatNumber(count),
      align: 'end',
      width: 80,
      card: 'value',
    },
    {
      id: 'sample',
      header: formatMessage({ id: 'Ingestion_Reject_Sample' }),
      cell: ({ sample }) => <code title={sample}>{sample}</code>,
      width: 240,
      canGrow: true,
    },
  ];

  return (
    <Section title={formatMessage({ id: 'Ingestion_Rejects_Of' }, { site: site.name })} isFramed>
      <ScreenTable
        isBare
        label={formatMessage({ id: 'Ingestion_Rejects_Of' }, { site: site.name })}
        rows={data && items}
        query={{ error, refetch }}
        columns={columns}
        getRowId={({ atMs, segmentId, signal, reason }) => `${atMs}/${segmentId}/${signal}/${reason}`}
        empty={formatMessage({ id: 'Ingestion_NoRejects' })}
      />
      {hasNextPage && (
        <div className={classes.foot}>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {formatMessage({ id: 'Ingestion_Rejects_More' })}
          </Button>
        </div>
      )}
    </Section>
  );
}
