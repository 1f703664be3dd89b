import type { SegmentId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePermission } from '../../../shared/access/permission-gate.tsx';
import { type LaneRow, laneRows } from './lane-rows.ts';
import { studioLanesQuery, studioResetsQuery } from './lanes.queries.ts';

interface EventLanesQuery {
  segmentIds: readonly SegmentId[];
  siteSegmentIds: readonly SegmentId[];
  domain: Period;
  view: Period;
  isOn: boolean;
}

/** More lanes than these leave no room for the plots. */
const MOST_ROWS = 10;
const NONE: readonly LaneRow[] = [];

/** Lanes of the events of the chosen devices and of their sites, with remote resets, as far as the reader may see them. */
export function useEventLanes({ segmentIds, siteSegmentIds, domain, view, isOn }: EventLanesQuery): readonly LaneRow[] {
  const mayReadEvents = usePermission('PageEventLogs') && isOn;
  const mayReadResets = usePermission('RemoteReset') && isOn;
  const sites = siteSegmentIds.filter((id) => !segmentIds.includes(id));
  const devices = useQuery(studioLanesQuery(mayReadEvents ? { segmentIds, isExact: false, domain, view } : null));
  const above = useQuery(studioLanesQuery(mayReadEvents && sites.length > 0 ? { segmentIds: sites, isExact: true, domain, view } : null));
  const resets = useQuery(studioResetsQuery(mayReadResets ? { segmentIds, period: domain } : null));
  return useMemo(() => {
    if (!isOn) return NONE;
    const lanes = [...(devices.data?.lanes ?? []), ...(above.data?.lanes ?? [])];
    const labelOf = ({ siteName, deviceName }: (typeof lanes)[number]): string => (deviceName === siteName ? siteName : deviceName);
    return laneRows(lanes, resets.data?.items ?? [], segmentIds, labelOf).slice(0, MOST_ROWS);
  }, [isOn, devices.data, above.data, resets.data, segmentIds]);
}
