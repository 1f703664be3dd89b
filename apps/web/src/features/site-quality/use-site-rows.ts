import type { Site } from '@solvane/contract/fleet';
import type { SiteQualityWire } from '@solvane/contract/site-quality';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  const inView = useMemo(() => {
    const chosen = new Set<string>(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId));
    return chosen.size === 0 ? sites : allSites.filter(({ siteSegmentId }) => chosen.has(siteSegmentId));
  }, [selection, sites, allSites]);
  const period = usePeriod(useViewZone());
  const query = useQuery(
    siteQualityQuery(
      inView.map(({ siteId }) => siteId),
      period,
    ),
  );
  const rows = useMemo(() => query.data && worstFirst(inView, query.data.items), [query.data, inView]);
  return { rows, nowMs: query.data?.nowMs ?? 0, query, period };
}

function worstFirst(sites: readonly Site[], items: readonly SiteQualityWire[]): SiteRow[] {
  const known = new Map(items.map((quality) => [quality.siteId, quality]));
  const rows = sites.flatMap((site) => {
    const quality = known.get(site.siteId);
    return quality ? [{ site, quality }] : [];
  });
  const scoreOf = ({ quality }: SiteRow): number => quality.period?.score ?? 101;
  return rows.sort((a, b) => scoreOf(a) - scoreOf(b));
}
