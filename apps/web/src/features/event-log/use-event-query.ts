import type { EventFilter } from '@solvane/contract/events';
import { useMemo, useState } from 'react';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useViewZone } from '../../workspace/fleet/use-view-zone.ts';
import { usePeriod, usePeriodSelection } from '../../workspace/period.ts';
import { allTypesFilter, type EventScope, toEventFilter } from './event-log-filter.ts';
import type { EventLogSearch } from './event-log-search.ts';

export interface EventQuery {
  /** Changes when the filter changes; not when a running period goes on. */
  key: string;
  /** What the rows on the screen were loaded with. */
  loaded: EventFilter;
  /** The same now: its period may have gone on. */
  filter: EventFilter;
  /** The same for every type, for the counts on the chips. */
  allTypes: EventFilter;
  scope: EventScope;
  /** Loads what there is now. */
  reload: () => void;
}

/** Devices, sites and period as the shell has them, together with what the address says. */
export function useEventQuery({ q, types }: EventLogSearch): EventQuery {
  const scope = useEventScope();
  const period = usePeriodSelection();
  const typesKey = types?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: types are the same while their names are
  const [filter, allTypes] = useMemo(() => {
    const search = { q, types };
    return [toEventFilter(search, scope), allTypesFilter(search, scope)];
  }, [q, typesKey, scope]);
  const key = useMemo(() => {
    const { startMs: _, endMs: __, ...words } = filter;
    return JSON.stringify([words, period]);
  }, [filter, period]);
  const current = useSameWhileEqual(filter);
  const [loaded, setLoaded] = useState({ key, filter: current });
  if (loaded.key !== key) setLoaded({ key, filter: current });
  return {
    key,
    loaded: loaded.key === key ? loaded.filter : current,
    filter: current,
    allTypes,
    scope,
    reload: () => setLoaded({ key, filter: current }),
  };
}

/** The same object as long as it says the same. */
function useSameWhileEqual(filter: EventFilter): EventFilter {
  const text = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its text is what it says
  return useMemo(() => filter, [text]);
}

function useEventScope(): EventScope {
  const segmentIds = useSelectedSegmentIds();
  const { sites, allSites } = useFleet();
  const period = usePeriod(useViewZone());
  return useMemo(
    () => ({ segmentIds, siteIds: sites.length === allSites.length ? null : sites.map(({ siteId }) => siteId), period }),
    [segmentIds, sites, allSites, period],
  );
}
