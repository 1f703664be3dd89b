import { useQuery } from '@tanstack/react-query';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useViewZone } from '../../workspace/fleet/use-view-zone.ts';
import { usePeriod } from '../../workspace/period.ts';
import type { SiteRow } from './quality-ranking.tsx';
import { siteQualityQuery } from './site-quality.queries.ts';

/** Sites of the chosen devices, or all of them, the lowest score first. */
export function useSiteRows() {
  const { sites, allSites } = useFleet();
  const selection = useDeviceSelection();
  const chosen = new Set<string>(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId));
  const inView = chosen.size === 0 ? sites : allSites.filter(({ siteSegmentId }) => chosen.has(siteSegmentId));
  const period = usePeriod(useViewZone());
  const query = useQuery(
    siteQualityQuery(
      inView.map(({ siteId }) => siteId),
      period,
    ),
  );
  const known = new Map(query.data?.items.map((quality) => [quality.siteId, quality]));
  const rows: SiteRow[] | undefined =
    query.data &&
    inView.flatMap((site) => {
      const quality = known.get(site.siteId);
      return quality ? [{ site, quality }] : [];
    });
  const scoreOf = ({ quality }: SiteRow): number => quality.period?.score ?? 101;
  return { rows: rows?.toSorted((a, b) => scoreOf(a) - scoreOf(b)), nowMs: query.data?.nowMs ?? 0, query, period };
}
