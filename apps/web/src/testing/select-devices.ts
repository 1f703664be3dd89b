import { segmentIdSchema } from '@solvane/contract/ids';
import type { DeviceSelection } from '../workspace/device-selection.ts';
import { SITES, toSite } from './fake-fleet.ts';

/** Devices of the fake fleet as they are selected: each id begins with that of its site. */
export function parseDevices(ids: readonly string[]): DeviceSelection {
  const sites = new Map(SITES.map((part) => [part.id, toSite(part)]));
  return Object.fromEntries(
    ids.map((id) => {
      const site = sites.get(id.slice(0, 3));
      if (!site) throw new Error(`The fake fleet has no ${id}`);
      const { siteSegmentId, enterpriseId, contractorEnterpriseIds } = site;
      return [segmentIdSchema.parse(id), { siteSegmentId, enterpriseId, contractorEnterpriseIds }];
    }),
  );
}
