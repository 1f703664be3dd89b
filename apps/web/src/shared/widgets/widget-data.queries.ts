import type { WidgetQueryKind } from '@solvane/contract/widgets/widget-data';
import type { WidgetQuery, WidgetResult } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { runWidgetQuery } from '../../api/widget-data.ts';
import type { SiteChange } from '../live/use-site-changes.ts';
import { allHadTurn } from '../screen/use-in-turn.ts';

const MINUTE_MS = 60_000;

/** Results that change without the page: ages grow while nothing arrives, results come as days are calculated. */
const POLL_MS: Partial<Record<WidgetQueryKind, number>> = {
  siteStatus: MINUTE_MS,
  ingestion: MINUTE_MS,
  events: MINUTE_MS,
  deviceStates: MINUTE_MS,
  batteryStates: MINUTE_MS,
  weather: 5 * MINUTE_MS,
  fleetResults: 5 * MINUTE_MS,
};

/** The page, the device panel and several widgets ask for it one after the other: another of them is no reason to request it before its time. */
const FRESH_MS: Partial<Record<WidgetQueryKind, number>> = { siteStatus: MINUTE_MS };

const CHANGED_BY: Partial<Record<WidgetQueryKind, (change: SiteChange) => boolean>> = {
  siteStatus: () => true,
  ingestion: () => true,
  events: ({ what }) => what === 'events',
};

/** Lists of events in widgets. */
export const WIDGET_EVENTS = ['widgets', 'events'] as const;

/** Data of a widget, requested together with those of the other widgets of the page; null requests nothing. */
export function widgetDataQuery<K extends WidgetQueryKind>(
  query: (WidgetQuery<K> & { kind: K }) | null,
  refresh: CommonSettings['refresh'] = 'page',
  pageMinutes?: number,
) {
  return queryOptions<WidgetResult<K>>({
    queryKey: ['widgets', query?.kind, query?.body],
    queryFn: query ? ({ signal }) => askTogether<K>(query, signal) : skipToken,
    refetchInterval: query ? pollMs(query.kind, refresh, pageMinutes) : false,
    staleTime: (query && FRESH_MS[query.kind]) ?? 0,
  });
}

/** Widgets are drawn in turn: the first one's query waits for those of the others. */
async function askTogether<K extends WidgetQueryKind>(query: WidgetQuery<K>, signal: AbortSignal): Promise<WidgetResult<K>> {
  await allHadTurn();
  return runWidgetQuery<K>(query, signal);
}

/** Never more often than the settings say; not at all while the page does not refresh. */
function pollMs(kind: WidgetQueryKind, refresh: CommonSettings['refresh'], pageMinutes: number | undefined): number | false {
  const ms = POLL_MS[kind];
  if (ms === undefined || refresh === 0 || pageMinutes === 0) return false;
  return refresh === 'page' ? ms : Math.max(ms, refresh * MINUTE_MS, (pageMinutes ?? 0) * MINUTE_MS);
}

/** Requests again what changes at sites have made old. */
export function refetchChanged(queryClient: QueryClient, changes: readonly SiteChange[]): void {
  for (const [kind, isChangedBy] of Object.entries(CHANGED_BY))
    if (changes.some(isChangedBy)) void queryClient.invalidateQueries({ queryKey: ['widgets', kind] });
}

/** The same for what has to be seen at once. */
export function refetchStates(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['widgets', 'deviceStates' satisfies WidgetQueryKind] });
}
