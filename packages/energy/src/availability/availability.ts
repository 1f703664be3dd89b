import { TIME_CATEGORIES } from '../events/time-category.ts';
import { type AvailabilityBasis, type AvailabilitySheet, availableShare } from './availability-sheets.ts';
import type { DeviceAccount } from './device-account.ts';

/** Numerator and denominator: add them over time and devices, divide last. Seconds or kWh. */
export interface AvailabilitySums {
  available: number;
  unavailable: number;
}

/** Below this share of what the rating could give there is nothing to judge. */
const SMALLEST_POTENTIAL_SHARE = 0.001;

export interface TimeAvailabilityOptions {
  sheet: AvailabilitySheet;
  /** Whether partial performance of a known derate counts by that derate. */
  usesDegradedEquivalent?: boolean;
}

/**
 * Available and unavailable time of a device under a sheet.
 *
 * @param account - of the period
 * @param options - definition
 * @returns [s]
 * @see IEC 61400-26-1
 */
export function timeAvailabilitySums(
  { all, lowResource }: DeviceAccount,
  { sheet, usesDegradedEquivalent = false }: TimeAvailabilityOptions,
): AvailabilitySums {
  const leavesOutLowResource = sheet.LR === 'X';
  const sums: AvailabilitySums = { available: 0, unavailable: 0 };
  for (let at = 0; at < TIME_CATEGORIES.length; at++) {
    const share = shareAt(sheet, at);
    if (Number.isNaN(share)) continue;
    const seconds = counted(all.seconds, lowResource.seconds, at, leavesOutLowResource);
    sums.available += seconds * share;
    sums.unavailable += seconds * (1 - share);
  }
  const derated = all.derated - (leavesOutLowResource ? lowResource.derated : 0);
  const isDerated = usesDegradedEquivalent && sheet.PP === 'A';
  return isDerated ? { available: sums.available - derated, unavailable: sums.unavailable + derated } : sums;
}

/**
 * Produced and lost energy of a device under a sheet: of unavailable categories the loss counts, of excluded ones neither loss nor
 * production.
 *
 * @param account - of the period
 * @param sheet - definition
 * @returns [kWh]
 * @see IEC 61400-26-1
 */
export function productionAvailabilitySums({ all, lowResource }: DeviceAccount, sheet: AvailabilitySheet): AvailabilitySums {
  const leavesOutLowResource = sheet.LR === 'X';
  const sums: AvailabilitySums = { available: 0, unavailable: 0 };
  for (let at = 0; at < TIME_CATEGORIES.length; at++) {
    const share = shareAt(sheet, at);
    if (Number.isNaN(share)) continue;
    sums.available += counted(all.produced, lowResource.produced, at, leavesOutLowResource);
    sums.unavailable += counted(all.lost, lowResource.lost, at, leavesOutLowResource) * (1 - share);
  }
  return sums;
}

/**
 * What each time category takes from a device under a sheet: the steps from full availability down to what is left.
 *
 * @param account - of the period
 * @param view - definition and what it counts
 * @returns shape (14). [s] or [kWh]; adds up to the unavailable sum of the view
 */
export function unavailableByCategory(
  { all, lowResource }: DeviceAccount,
  { sheet, basis }: { sheet: AvailabilitySheet; basis: AvailabilityBasis },
): Float64Array {
  const kind = basis === 'time' ? 'seconds' : 'lost';
  return Float64Array.from(TIME_CATEGORIES, (category, at) => {
    const share = availableShare(sheet[category]);
    return Number.isNaN(share) ? 0 : counted(all[kind], lowResource[kind], at, sheet.LR === 'X') * (1 - share);
  });
}

/**
 * Availability as a share.
 *
 * @param sums - time or energy
 * @returns 0 to 1; NaN when nothing counts
 */
export function availabilityOf({ available, unavailable }: AvailabilitySums): number {
  const total = available + unavailable;
  return total > 0 ? available / total : Number.NaN;
}

/**
 * Production-based availability as a share.
 *
 * @param sums - energy
 * @param ratedEnergy - rating times elapsed hours. [kWh]
 * @returns 0 to 1; NaN when hardly anything could have been produced
 */
export function productionAvailability(sums: AvailabilitySums, ratedEnergy: number): number {
  return sums.available + sums.unavailable < SMALLEST_POTENTIAL_SHARE * ratedEnergy ? Number.NaN : availabilityOf(sums);
}

/**
 * Time sums of a site: devices weigh by their AC rating.
 *
 * @param devices - sums and rating of each
 * @returns weighted sums; energies need no weight and are simply added
 */
export function siteTimeSums(devices: readonly { sums: AvailabilitySums; capacity: number }[]): AvailabilitySums {
  return devices.reduce(
    (total, { sums, capacity }) => ({
      available: total.available + capacity * sums.available,
      unavailable: total.unavailable + capacity * sums.unavailable,
    }),
    { available: 0, unavailable: 0 },
  );
}

/** NaN: the category does not count. */
function shareAt(sheet: AvailabilitySheet, at: number): number {
  const category = TIME_CATEGORIES[at];
  return category === undefined ? Number.NaN : availableShare(sheet[category]);
}

function counted(all: Float64Array, lowResource: Float64Array, at: number, leavesOutLowResource: boolean): number {
  return (all[at] ?? 0) - (leavesOutLowResource ? (lowResource[at] ?? 0) : 0);
}
