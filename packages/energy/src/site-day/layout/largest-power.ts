import { isGenerator } from '../../devices/segment-types.ts';
import type { SiteDevice } from '../site.ts';

/**
 * Largest power that can flow through a device by its rating: of a generator its own, of a meter that of the generators below it, or of all where
 * none stands below it.
 *
 * @param device - of the site
 * @param devices - all of the site
 * @returns [kW] undefined where a rating is not known
 */
export function largestPower(device: SiteDevice, devices: readonly SiteDevice[]): number | undefined {
  if (device.counter.maxPower !== undefined) return device.counter.maxPower;
  const own = device.capacityAc > 0 ? device.capacityAc : undefined;
  if (own !== undefined || isGenerator(device.segmentType)) return own;
  const generators = devices.filter(({ segmentType }) => isGenerator(segmentType));
  const below = generators.filter((generator) => isBelow(generator, device.id, devices));
  const sum = (below.length > 0 ? below : generators).reduce((total, { capacityAc }) => total + capacityAc, 0);
  return sum > 0 ? sum : undefined;
}

function isBelow({ parentId }: SiteDevice, id: string, devices: readonly SiteDevice[]): boolean {
  const visited = new Set<string>();
  for (let parent = parentId; parent !== undefined && !visited.has(parent); ) {
    if (parent === id) return true;
    visited.add(parent);
    parent = devices.find((device) => device.id === parent)?.parentId;
  }
  return false;
}
