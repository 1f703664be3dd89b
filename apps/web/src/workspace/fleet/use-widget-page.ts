import type { Site } from '@solvane/contract/fleet';
import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import type { PageFocus, WidgetPage } from '@solvane/contract/widgets/widget-page';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { serverAheadMs } from '../../api/server-clock.ts';
import { commonZone } from '../../shared/time/common-zone.ts';
import { siteStatusQuery } from '../../shared/widgets/site-status.queries.ts';
import { useFocusId } from '../../shared/widgets/use-focus.ts';
import { useSelectedSegmentIds } from '../device-selection.ts';
import { usePeriod, usePeriodSelection } from '../period.ts';
import { useAskedMs, useNowMs, useRefreshMinutes } from '../refresh.ts';
import { usePowerDevices } from './power-devices.ts';
import { findNode, useTrees } from './trees.ts';
import { type Fleet, useFleet } from './use-fleet.ts';

interface PageOptions {
  /** Of the sites, these parts only; null: the sites as a whole. */
  segmentIds?: readonly SegmentId[] | null;
  /** The page has a site of its own: what is selected beside it changes nothing. */
  ignoresSelection?: boolean;
}

/** What a page gives its widgets: the sites or what is selected of them, and the period of the address. undefined: the sites are not known yet */
export function useWidgetPage(
  sites: readonly Site[],
  enterprises: Fleet['enterprises'],
  { segmentIds = null, ignoresSelection = false }: PageOptions = {},
): WidgetPage | undefined {
  const { allSites, status } = useFleet();
  const { nowMs, isAwaited } = useServerClock(status === 'success');
  const { trees } = useTrees();
  const selection = useSelectionWithin(sites, ignoresSelection);
  const shown = selection?.sites ?? sites;
  const zone = commonZone(shown.map(({ metadata }) => metadata.timezone));
  const period = usePeriod(zone);
  const periodSelection = usePeriodSelection();
  const powerDeviceIds = usePowerDevices(shown);
  const focus = usePageFocus(sites);
  const askedMs = useAskedMs();
  const refreshMinutes = useRefreshMinutes();
  const parts = selection ? selection.segmentIds : segmentIds;
  const page = useMemo(
    (): WidgetPage => ({
      sites: shown,
      segmentIds: parts,
      allSites,
      trees,
      enterprises,
      focus,
      period,
      periodSelection,
      zone,
      nowMs,
      askedMs,
      refreshMinutes,
      powerDeviceIds,
    }),
    [shown, parts, allSites, trees, enterprises, focus, period, periodSelection, zone, nowMs, askedMs, refreshMinutes, powerDeviceIds],
  );
  return status === 'success' && !isAwaited ? page : undefined;
}

/**
 * Now by the clock of the server: that of the browser may be in another month. Answers tell it in their heads; where none does, the state of sites tells it,
 * and what is on its way for the first time is waited for.
 */
function useServerClock(isReady: boolean): { nowMs: number; isAwaited: boolean } {
  const { data, dataUpdatedAt, isFetching, isFetched } = useQuery({ ...siteStatusQuery(), enabled: false });
  const aheadMs = serverAheadMs();
  const isOnItsWay = aheadMs === undefined && isFetching && !isFetched;
  // A page that is there stays, also when its own widgets ask for the first time.
  const [isShown, setShown] = useState(false);
  if (!isShown && isReady && !isOnItsWay) setShown(true);
  const ownNowMs = useNowMs();
  // Between refreshes of the page the state of the sites may be newer than its clock.
  const nowMs = data ? Math.max(data.nowMs, ownNowMs + data.nowMs - dataUpdatedAt) : ownNowMs + (aheadMs ?? 0);
  return { nowMs, isAwaited: !isShown && isOnItsWay };
}

/** The site or device that the page is about, as far as it is known and among its sites. */
export function usePageFocus(sites: readonly Site[]): PageFocus | null {
  const id = useFocusId();
  const trees = useTrees();
  return useMemo(() => {
    if (id === undefined) return null;
    const own = sites.find(({ siteSegmentId }) => siteSegmentId === id);
    if (own) return { segmentId: own.siteSegmentId, name: own.name, site: own };
    const found = findNode(trees, id);
    const site = sites.find(({ siteId }) => siteId === found?.tree.siteId);
    return found && site ? { segmentId: segmentIdSchema.parse(id), name: found.node.name, site } : null;
  }, [id, sites, trees]);
}

/** What is selected of some sites in the device panel; null: nothing of them, or it is not known yet. */
function useSelectionWithin(sites: readonly Site[], isIgnored: boolean): Required<Pick<WidgetPage, 'sites' | 'segmentIds'>> | null {
  const selected = useSelectedSegmentIds();
  const trees = useTrees();
  return useMemo(() => {
    if (isIgnored || selected.length === 0) return null;
    const own = new Map(sites.map((site) => [site.siteSegmentId, site]));
    const byId = new Map(sites.map((site) => [site.siteId, site]));
    const parts = selected.flatMap((id) => {
      const site = own.get(id) ?? byId.get(findNode(trees, id)?.tree.siteId ?? ('' as never));
      return site ? [{ id, site }] : [];
    });
    if (parts.length === 0) return null;
    const chosen = new Set(parts.map(({ site }) => site));
    const isWhole = parts.every(({ id, site }) => id === site.siteSegmentId);
    return { sites: sites.filter((site) => chosen.has(site)), segmentIds: isWhole ? null : parts.map(({ id }) => id) };
  }, [isIgnored, selected, sites, trees]);
}
