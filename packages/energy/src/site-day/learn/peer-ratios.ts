import { median } from '@solvane/series/quantile';
import { isGenerator } from '../../devices/segment-types.ts';
import type { LocalDay } from '../../time/local-day.ts';
import { peerCapacity, peerGroups } from '../layout/peer-groups.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import type { SiteDayEvidence } from './evidence.ts';

/** Days a ratio is the median of, and how far back they are looked for. */
const RATIO_DAYS = 30;
const REACH_DAYS = 120;
/** With fewer days the rating says more. */
const FEWEST_DAYS = 5;

/**
 * How much more an inverter makes per rating than the inverters of its plane: daily energy by the median of the group, over the last 30 days
 * without events. Inverters of one AC rating with different modules are made alike by it.
 *
 * @param site - its inverters and their planes
 * @param day - first day the ratios are for
 * @param earlier - evidence of days before, ascending
 * @returns by device; absent where fewer than 5 days are known
 */
export function learnPeerRatios(site: SiteConfiguration, day: LocalDay, earlier: readonly SiteDayEvidence[]): Map<string, number> {
  const inverters = site.devices.filter(({ energySource, segmentType }) => energySource === 'PV' && isGenerator(segmentType));
  const ratios = new Map<string, number>();
  for (const group of peerGroups(inverters)) {
    if (group.length < 2) continue;
    for (const [id, known] of ratiosByDay(group, day, earlier)) {
      if (known.length >= FEWEST_DAYS) ratios.set(id, median(Float64Array.from(known)));
    }
  }
  return ratios;
}

/** Newest first, by device. */
function ratiosByDay(group: readonly SiteDevice[], day: LocalDay, earlier: readonly SiteDayEvidence[]): Map<string, number[]> {
  const found = new Map(group.map(({ id }) => [id, [] as number[]]));
  const yields = new Float64Array(group.length);
  for (let at = earlier.length - 1; at >= 0; at--) {
    const evidence = earlier[at];
    if (!evidence || evidence.day < day - REACH_DAYS || [...found.values()].every(({ length }) => length >= RATIO_DAYS)) break;
    let count = 0;
    for (const [k, device] of group.entries()) {
      yields[k] = (evidence.devices.get(device.id)?.undisturbedEnergy ?? Number.NaN) / peerCapacity(device, group);
      if (!Number.isNaN(yields[k])) count++;
    }
    if (count < 2) continue;
    const middle = median(yields);
    for (const [k, { id }] of group.entries()) {
      const known = found.get(id);
      if (known && known.length < RATIO_DAYS && !Number.isNaN(yields[k])) known.push((yields[k] ?? Number.NaN) / middle);
    }
  }
  return found;
}
