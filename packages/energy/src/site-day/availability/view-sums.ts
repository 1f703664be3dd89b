import { type AvailabilitySums, availabilityOf, productionAvailability, unavailableByCategory } from '../../availability/availability.ts';
import type { UnknownTime } from '../../availability/device-account.ts';
import { TIME_CATEGORIES, type TimeCategory } from '../../events/time-category.ts';
import type { AvailabilityView } from '../site.ts';
import type { AvailabilityReason } from './availability-reasons.ts';
import type { DeviceAvailability } from './site-availability.ts';

/** What a site had of one availability: numerator, denominator, and the steps between them. Sums of days add up to those of any period. */
export interface ViewSums extends AvailabilitySums, Pick<AvailabilityView, 'name' | 'basis'> {
  /** What each time category took; categories that took nothing are absent. Adds up to `unavailable`. */
  unavailableBy: Partial<Record<TimeCategory, number>>;
  /** Rating times hours of which nothing can be judged. [kWh] Absent: everything is known, or stored before it was counted */
  unknown?: UnknownTime;
}

export const NOTHING_UNKNOWN: UnknownTime = { noData: 0, withoutExpectation: 0, unmonitored: 0 };

const SECONDS_PER_HOUR = 3600;

/**
 * Availability of a site from that of its generators: time weighs by rating, energy adds up.
 *
 * @param availability - of every generator on the day
 * @returns one per view of the contract. By time: rating times hours [kWh]; by production: produced and lost energy [kWh]
 */
export function siteViewSums(availability: readonly DeviceAvailability[]): ViewSums[] {
  const rating = ratingOf(availability);
  const [first] = availability;
  return (first?.views ?? []).map(({ view: { name, basis } }, at) => {
    const total: ViewSums = { name, basis, available: 0, unavailable: 0, unavailableBy: {} };
    for (const each of availability) {
      const of = each.views[at];
      if (!of) continue;
      const ratedHours = rating(each) / SECONDS_PER_HOUR;
      const weight = basis === 'time' ? ratedHours : 1;
      addUnknown(total, each.account.unknown, ratedHours);
      total.available += of.sums.available * weight;
      total.unavailable += of.sums.unavailable * weight;
      const steps = unavailableByCategory(each.account, { sheet: of.view.sheets[each.device.energySource], basis });
      for (const [k, category] of TIME_CATEGORIES.entries()) addTo(total.unavailableBy, category, (steps[k] ?? 0) * weight);
    }
    return total;
  });
}

/**
 * Weight of a generator in the time of its site.
 *
 * @param availability - of every generator
 * @returns its rating [kW], or 1 for each where none is known
 */
export function ratingOf(availability: readonly DeviceAvailability[]): (of: DeviceAvailability) => number {
  const isRated = availability.some(({ device }) => device.capacityAc > 0);
  return ({ device }) => (isRated ? (device.capacityAc > 0 ? device.capacityAc : 0) : 1);
}

/**
 * Availability over several days. A view that only some of them have is the sum of those.
 *
 * @param days - views of each
 * @returns one per view, in the order they first appear
 */
export function addViewSums(days: readonly (readonly ViewSums[])[]): ViewSums[] {
  const totals = new Map<string, ViewSums>();
  for (const day of days) {
    for (const { name, basis, available, unavailable, unavailableBy, unknown } of day) {
      const key = `${name} ${basis}`;
      const total = totals.get(key) ?? { name, basis, available: 0, unavailable: 0, unavailableBy: {} };
      totals.set(key, total);
      total.available += available;
      total.unavailable += unavailable;
      if (unknown) addUnknown(total, unknown, 1);
      for (const category of TIME_CATEGORIES) addTo(total.unavailableBy, category, unavailableBy[category] ?? 0);
    }
  }
  return [...totals.values()];
}

/**
 * Availability a view comes to.
 *
 * @param view - of a site, over any period
 * @param views - all of the site over the same period: those by time tell what its rating could have given
 * @returns 0 to 1; NaN when nothing was counted, or by production hardly anything could have been produced
 */
export function shareOfView(view: ViewSums, views: readonly ViewSums[]): number {
  if (view.basis === 'time') return availabilityOf(view);
  const rated = views.filter(({ basis }) => basis === 'time').map(({ available, unavailable }) => available + unavailable);
  return productionAvailability(view, Math.max(0, ...rated));
}

/**
 * Why a view comes to no availability.
 *
 * @param view - of a site, over any period
 * @param views - all of the site over the same period
 * @returns undefined: it comes to one
 */
export function missingReason(view: ViewSums, views: readonly ViewSums[]): AvailabilityReason | undefined {
  if (!Number.isNaN(shareOfView(view, views))) return undefined;
  const { noData, withoutExpectation, unmonitored } = view.unknown ?? NOTHING_UNKNOWN;
  if (view.basis === 'time') {
    if (unmonitored + noData === 0) return 'excluded';
    return unmonitored >= noData ? 'unmonitored' : 'noData';
  }
  if (withoutExpectation + noData === 0) return view.available + view.unavailable > 0 ? 'lowResource' : 'excluded';
  return withoutExpectation >= noData ? 'noExpectation' : 'noData';
}

function addUnknown(total: ViewSums, { noData, withoutExpectation, unmonitored }: UnknownTime, weight: number): void {
  if (noData + withoutExpectation + unmonitored === 0) return;
  const before = total.unknown ?? NOTHING_UNKNOWN;
  total.unknown = {
    noData: before.noData + noData * weight,
    withoutExpectation: before.withoutExpectation + withoutExpectation * weight,
    unmonitored: before.unmonitored + unmonitored * weight,
  };
}

function addTo(steps: ViewSums['unavailableBy'], category: TimeCategory, amount: number): void {
  if (amount !== 0) steps[category] = (steps[category] ?? 0) + amount;
}
