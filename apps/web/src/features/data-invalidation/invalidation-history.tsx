import { Button } from '@mantine/core';
import { type Invalidation, invalidationEndpoints } from '@solvane/contract/invalidations';
import type { DataColumn } from '@solvane/ui/data-table-props';
import type { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { seriesKeys } from '../../shared/series/series.queries.ts';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { invalidationKeys } from './data-invalidation.queries.ts';

interface InvalidationHistoryProps {
  items: readonly Invalidation[] | undefined;
  query: Pick<ReturnType<typeof useQuery>, 'error' | 'refetch'>;
  zone: string;
  canUndo: boolean;
}

const WHEN = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Who invalidated or restored what, why, and what was taken back. */
export function InvalidationHistory({ items, query, zone, canUndo }: InvalidationHistoryProps) {
  const { formatMessage, formatDate, formatDateTimeRange } = useIntl();
  const signalName = useSignalName();
  const undo = useSaveConfiguration({
    save: (id: string) => call(invalidationEndpoints.undo, { body: { id } }),
    changedKeys: [invalidationKeys.all, seriesKeys.values],
    doneMessage: 'Invalidation_Undone',
  });
  const columns: DataColumn<Invalidation>[] = [
    {
      id: 'when',
      header: formatMessage({ id: 'Invalidation_Column_When' }),
      value: ({ atMs }) => atMs,
      cell: ({ atMs, author }) => `${formatDate(atMs, WHEN)}, ${author}`,
      isRowHeader: true,
      width: 210,
      card: 'title',
    },
    {
      id: 'action',
      header: formatMessage({ id: 'Invalidation_Column_Action' }),
      value: ({ action }) => formatMessage({ id: `Invalidation_Action_${action}` }),
      width: 110,
      card: 'state',
    },
    {
      id: 'what',
      header: formatMessage({ id: 'Invalidation_Column_What' }),
      value: ({ segments, apCodes }) =>
        `${apCodes.map((apCode) => signalName(`${apCode}||Raw`)).join(', ')} \u00b7 ${segments.map(({ segmentName }) => segmentName).join(', ')}`,
      width: 240,
      canGrow: true,
      card: 'subtitle',
    },
    {
      id: 'range',
      header: formatMessage({ id: 'Invalidation_Column_Range' }),
      value: ({ startMs }) => startMs,
      cell: ({ startMs, endMs }) => formatDateTimeRange(startMs, endMs, { ...WHEN, timeZone: zone }),
      width: 240,
      card: 'fact',
    },
    {
      id: 'reason',
      header: formatMessage({ id: 'Invalidation_Reason' }),
      value: ({ reason }) => reason,
      width: 180,
      canGrow: true,
      card: 'line',
    },
    {
      id: 'undo',
      header: formatMessage({ id: 'Invalidation_Undo' }),
      isHeadHidden: true,
      align: 'end',
      width: 200,
      card: 'value',
      cell: ({ id, undone }) => {
        if (undone) return formatMessage({ id: 'Invalidation_UndoneBy' }, { by: undone.by, at: formatDate(undone.atMs, WHEN) });
        return (
          canUndo && (
            <Button size="compact-xs" variant="default" loading={undo.isPending && undo.variables === id} onClick={() => undo.mutate(id)}>
              {formatMessage({ id: 'Invalidation_Undo' })}
            </Button>
          )
        );
      },
    },
  ];
  return (
    <>
      <SaveProblems error={undo.error} title="Invalidation_NotSaved" />
      <ScreenTable
        label={formatMessage({ id: 'Invalidation_History' })}
        query={query}
        rows={items}
        columns={columns}
        getRowId={({ id }) => id}
        empty={formatMessage({ id: 'Invalidation_History_Empty' })}
      />
    </>
  );
}
