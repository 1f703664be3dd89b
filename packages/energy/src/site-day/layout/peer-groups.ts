import { isSamePlane } from '../../quality/signal-run.ts';
import type { SiteDevice } from '../site.ts';

/** Inverters stay the same for as long as the configuration of the site does. */
const groups = new WeakMap<SiteDevice, { inverters: readonly SiteDevice[]; groups: readonly (readonly SiteDevice[])[] }>();

/**
 * Inverters that see the same light: tilt and azimuth within 5°, or both on trackers. Planes that are unknown are taken to be the same.
 *
 * @param inverters - of one site
 * @returns each inverter in the first group whose first one shares its plane
 */
export function peerGroups(inverters: readonly SiteDevice[]): readonly (readonly SiteDevice[])[] {
  const [first] = inverters;
  const before = first && groups.get(first);
  if (before && before.inverters.length === inverters.length && before.inverters.every((each, i) => each === inverters[i])) {
    return before.groups;
  }
  const found: SiteDevice[][] = [];
  for (const device of inverters) {
    const group = found.find(([leader]) => leader && isSamePlane(leader, device));
    if (group) group.push(device);
    else found.push([device]);
  }
  if (first) groups.set(first, { inverters, groups: found });
  return found;
}

/**
 * Rating by which an inverter is compared with its group: of the modules where all state it, else of the inverter.
 *
 * @param device - inverter
 * @param group - the inverters of its plane
 * @returns [kW]
 */
export function peerCapacity({ capacityAc, capacityDc }: SiteDevice, group: readonly SiteDevice[]): number {
  return group.every((each) => each.capacityDc > 0) ? capacityDc : capacityAc;
}
