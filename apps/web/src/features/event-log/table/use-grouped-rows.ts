import type { EventSort } from '@solvane/contract/events';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { eventGroupsQuery } from '../../../shared/events/event-groups.queries.ts';
import { groupEventsQuery } from '../event-log.queries.ts';
import type { TableGrouping } from '../event-log-search.ts';
import type { EventQuery } from '../use-event-query.ts';
import { groupedRows, type TableRow } from './table-row.ts';

export interface GroupedRows {
  rows: readonly TableRow[];
  error: Error | null;
  isLoading: boolean;
  isOld: boolean;
  retry: () => void;
  toggle: (groupKey: string) => void;
}

const MOST_GROUPS = 2_000;

/** The result by what its events share: heads with sums of all their events, and the events of those that are open. */
export function useGroupedRows({ filter, key }: EventQuery, sort: EventSort, groupBy: TableGrouping | undefined): GroupedRows {
  const groups = useQuery({
    ...eventGroupsQuery({ filter, groupBy: groupBy ?? 'site', limit: MOST_GROUPS }),
    enabled: groupBy !== undefined,
  });
  const [open, setOpen] = useState<{ of: string; keys: ReadonlySet<string> }>({ of: '', keys: new Set() });
  const of = `${groupBy} ${key}`;
  const openKeys = open.of === of ? open.keys : NONE;
  const items = groups.data?.items ?? NO_GROUPS;
  const openGroups = items.filter((group) => openKeys.has(group.key));
  const answers = useQueries({ queries: openGroups.map((group) => groupEventsQuery({ ...filter, ...group.filter }, sort)) });
  const rows = useMemo(
    () =>
      groupedRows({
        groups: items,
        openKeys,
        eventsOfGroup: (group) => answers[openGroups.indexOf(group)]?.data?.items,
      }),
    [items, openKeys, openGroups, answers],
  );
  return {
    rows,
    error: groups.data ? null : groups.error,
    isLoading: groups.isPending,
    isOld: groups.isPlaceholderData,
    retry: () => void groups.refetch(),
    toggle: (groupKey) => {
      const keys = new Set(openKeys);
      if (!keys.delete(groupKey)) keys.add(groupKey);
      setOpen({ of, keys });
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
const NO_GROUPS: readonly never[] = [];
