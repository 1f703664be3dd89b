import { deviceTreeEndpoints, type SegmentNode } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export interface DeviceOption {
  segmentId: SegmentId;
  name: string;
  siteName: string;
}

const FRESH_MS = 5 * 60_000;

/** Everything of some sites that an event can be written down on, in the order of the trees. */
export function siteDevicesQuery(siteIds: readonly SiteId[]) {
  return queryOptions({
    queryKey: ['event-choices', 'site-devices', siteIds],
    queryFn: async ({ signal }) => {
      const { segmentsBySiteId } = await call(deviceTreeEndpoints.segments, { body: { siteIds: [...siteIds] }, signal });
      return siteIds.flatMap((siteId) => {
        const tree = segmentsBySiteId[siteId]?.tree;
        return tree ? devicesBelow(tree, tree.name) : [];
      });
    },
    enabled: siteIds.length > 0,
    staleTime: FRESH_MS,
  });
}

function devicesBelow({ id, name, isDisabled, children }: SegmentNode, siteName: string): DeviceOption[] {
  const below = children.flatMap((child) => devicesBelow(child, siteName));
  return isDisabled ? below : [{ segmentId: id, name, siteName }, ...below];
}
