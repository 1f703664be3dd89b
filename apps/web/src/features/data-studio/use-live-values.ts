import type { Period } from '@solvane/energy/time/local-day';
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type SiteChange, useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { seriesKeys } from '../../shared/series/series.queries.ts';
import { refreshNow, refreshSettings } from '../../workspace/refresh.ts';

interface LiveValues {
  siteIds: ReadonlySet<string>;
  domain: Period;
  nowMs: number;
}

/** Shows new values of the chosen sites as they arrive, unless the user has paused or switched off refreshing. */
export function useLiveValues({ siteIds, domain, nowMs }: LiveValues): void {
  const queryClient = useQueryClient();
  const isRefreshing = useSelector(refreshSettings, ({ rate, isPaused }) => rate > 0 && !isPaused);
  useSiteChanges((changes) => {
    if (!isRefreshing || !changes.some((change) => siteIds.has(change.siteId) && concerns(change, domain))) return;
    // A period that still runs moves on with now; one that is over is requested again as it is.
    if (domain.endMs > nowMs) refreshNow();
    else void queryClient.invalidateQueries({ queryKey: seriesKeys.values });
  });
}

function concerns({ what, fromMs, toMs }: SiteChange, { startMs, endMs }: Period): boolean {
  const isValues = what === 'points' || what === 'results';
  return isValues && (fromMs === null || fromMs < endMs) && (toMs === null || toMs >= startMs);
}
