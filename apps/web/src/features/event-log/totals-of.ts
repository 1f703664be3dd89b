import type { EventTotals } from '@solvane/contract/events';
import type { EventType } from '@solvane/energy/events/event-types';

/** Sums of some types, out of those of every type: one query serves the chips and the sums of what they leave on. */
export function totalsOf(all: EventTotals, types: readonly EventType[]): EventTotals {
  const byType = all.byType.filter(({ type }) => types.includes(type));
  const add = (values: readonly (number | null)[]): number | null =>
    values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
  return {
    count: add(byType.map(({ count }) => count)) ?? 0,
    durationMs: add(byType.map(({ durationMs }) => durationMs)) ?? 0,
    lostEnergyKwh: add(byType.map(({ lostEnergyKwh }) => lostEnergyKwh)),
    revenueLoss: add(byType.map(({ revenueLoss }) => revenueLoss)),
    energyUnknownCount: add(byType.map(({ energyUnknownCount }) => energyUnknownCount)) ?? 0,
    revenueUnknownCount: add(byType.map(({ revenueUnknownCount }) => revenueUnknownCount)) ?? 0,
    leftOutIntervals: add(byType.map(({ leftOutIntervals }) => leftOutIntervals)) ?? 0,
    unacknowledged: add(byType.map(({ unacknowledged }) => unacknowledged)) ?? 0,
    byType,
    issues: all.issues,
  };
}
