import { isGenerator } from '../../devices/segment-types.ts';
import { clearSkyModel, clearSkyOnPlane, type ModulePlane } from '../../pv/clear-sky-model.ts';
import { addUnits, unitStart } from '../../time/bucket.ts';
import { type IntervalGrid, intervalStarts } from '../../time/interval.ts';
import { dayStart, type LocalDay } from '../../time/local-day.ts';
import type { SiteConfiguration } from '../site.ts';

/** What each interval of a month gets of its budget. */
export interface MonthShares {
  grid: IntervalGrid;
  /** Shape (grid.count), not negative. */
  weights: Float64Array;
}

/** A month's sky costs as much as six days of it, and thirty days ask for it. */
const remembered = new WeakMap<SiteConfiguration, Map<string, MonthShares>>();

/**
 * How a budget is spread over the local month of a day: at a site of modules alone by the light of a cloudless sky in their planes, else by duration.
 *
 * @param site - place, zone and modules
 * @param day - local day in the month
 * @param stepMs - native interval
 * @returns weights of every interval that begins in the month
 */
export function monthShares(site: SiteConfiguration, day: LocalDay, stepMs: number): MonthShares {
  const month = unitStart(day, 'month');
  const key = `${month} ${stepMs}`;
  const ofSite = remembered.get(site) ?? new Map<string, MonthShares>();
  remembered.set(site, ofSite);
  const known = ofSite.get(key) ?? sharesOf(site, month, stepMs);
  ofSite.set(key, known);
  return known;
}

function sharesOf(site: SiteConfiguration, month: LocalDay, stepMs: number): MonthShares {
  const firstAtOrAfter = (instantMs: number) => Math.ceil(instantMs / stepMs) * stepMs;
  const startMs = firstAtOrAfter(dayStart(month, site.zone));
  const endMs = firstAtOrAfter(dayStart(addUnits(month, 'month', 1), site.zone));
  const grid = { startMs, stepMs, count: (endMs - startMs) / stepMs };
  const planes = planesOf(site);
  if (planes.length === 0) return { grid, weights: new Float64Array(grid.count).fill(1) };
  const sky = clearSkyModel({ startsMs: intervalStarts(grid), stepMs, ...site });
  const weights = new Float64Array(grid.count);
  for (const { plane, nameplate } of planes) {
    const cloudless = clearSkyOnPlane(sky, plane);
    for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] ?? 0) + Math.max(0, cloudless[i] ?? 0) * nameplate;
  }
  return { grid, weights };
}

/** None where something else than modules delivers, too. */
function planesOf({ devices }: SiteConfiguration): { plane: ModulePlane; nameplate: number }[] {
  const generators = devices.filter(({ segmentType }) => isGenerator(segmentType));
  if (generators.some(({ energySource }) => energySource !== 'PV')) return [];
  const planes = new Map<string, { plane: ModulePlane; nameplate: number }>();
  for (const { plane, capacityDc } of generators) {
    if (!plane || !(capacityDc > 0)) continue;
    const key = JSON.stringify(plane);
    planes.set(key, { plane, nameplate: (planes.get(key)?.nameplate ?? 0) + capacityDc });
  }
  return [...planes.values()];
}
