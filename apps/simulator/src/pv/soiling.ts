import type { LocalDay } from '@solvane/energy/time/local-day';
import type { FaultClock } from '../calendar/day-frame.ts';
import { type ActiveFault, ofKind } from '../faults/fault-windows.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { SiteNoise } from '../noise/channels.ts';
import type { SiteDayInput } from '../weather/ambient.ts';
import { rainsOn } from '../weather/sky.ts';

/** Dust never takes more than a quarter. */
const LOWEST_RATIO = 0.75;
/** How far back a last rain can matter. [days] */
const LONGEST_MEMORY = 170;

/** Remembers which days had rain: the same day is asked for by many days after it. */
export type RainMemory = Map<string, boolean>;

/** Share of light that still gets through the dirt on the modules of a site on one day; 1 is clean. */
export function soilingRatio({ clock, rainMemory, ...input }: SiteDayInput & { clock: FaultClock; rainMemory: RainMemory }): number {
  const soiling = ofKind(input.faults, 'soiling')[0];
  if (!soiling) return 1;
  const days = daysSinceClean(soiling, { ...input, clock, rainMemory });
  return Math.max(LOWEST_RATIO, 1 - soiling.effect.lossPerDay * days);
}

function daysSinceClean(
  { effect, window }: ActiveFault<'soiling'>,
  { plan, noise, frame, clock, rainMemory }: SiteDayInput & { clock: FaultClock; rainMemory: RainMemory },
): number {
  for (let days = 0; days < LONGEST_MEMORY; days++) {
    const faultDay = frame.faultDay - days;
    const isCleaned = effect.cleaningEveryDays !== undefined && faultDay % effect.cleaningEveryDays === 0;
    if (faultDay <= window.fromDay || isCleaned) return days;
    if (rained({ plan, noise, clock, rainMemory, day: frame.day - days })) return days;
  }
  return LONGEST_MEMORY;
}

function rained(question: { plan: SitePlan; noise: SiteNoise; clock: FaultClock; rainMemory: RainMemory; day: LocalDay }): boolean {
  const key = `${question.plan.id} ${question.day}`;
  const known = question.rainMemory.get(key);
  if (known !== undefined) return known;
  const rains = rainsOn(question);
  question.rainMemory.set(key, rains);
  return rains;
}
