import type { LocalDay } from '@solvane/energy/time/local-day';
import { dayFrame, type FaultClock } from '../calendar/day-frame.ts';
import { faultsOn } from '../faults/fault-windows.ts';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { RainMemory } from '../pv/soiling.ts';
import type { SiteDayInput } from '../weather/ambient.ts';
import { type SitePowerDay, sitePowerDay } from './site-power.ts';

/** Seed of the demo fleet that everybody sees. */
export const DEMO_SEED = 91;

export interface DemoWorldOptions {
  seed?: number;
  clock: FaultClock;
  /** Local day on which every energy register was read first. */
  countersFrom: LocalDay;
}

/**
 * The demo fleet at one seed: every number of it follows from the seed, the fault clock and the day counters start. What it remembers only
 * saves time; asked in any order it answers the same.
 */
export interface DemoWorld {
  seed: number;
  clock: FaultClock;
  countersFrom: LocalDay;
  rainMemory: RainMemory;
  /** The days made last. */
  recentDays: Map<string, SitePowerDay>;
  /** What registers show at the start of each day from `countersFrom`, by site. */
  registers: Map<string, Map<string, number>[]>;
}

/** Days that are asked for again soon: the events of a fortnight of twelve sites follow its readings. */
const REMEMBERED_DAYS = 256;

export function createDemoWorld({ seed = DEMO_SEED, clock, countersFrom }: DemoWorldOptions): DemoWorld {
  return { seed, clock, countersFrom, rainMemory: new Map(), recentDays: new Map(), registers: new Map() };
}

/** Everything that happened on a site on one local day. */
export function powerDayOf(world: DemoWorld, plan: SitePlan, day: LocalDay): SitePowerDay {
  const key = `${plan.id} ${day}`;
  const known = world.recentDays.get(key);
  if (known) return known;
  const made = sitePowerDay({ ...dayInput(world, plan, day), clock: world.clock, rainMemory: world.rainMemory });
  world.recentDays.set(key, made);
  const oldest = world.recentDays.keys().next();
  if (world.recentDays.size > REMEMBERED_DAYS && !oldest.done) world.recentDays.delete(oldest.value);
  return made;
}

export function getPlan(siteId: string): SitePlan {
  const plan = DEMO_SITES.find(({ id }) => id === siteId);
  if (!plan) throw new RangeError(`The demo fleet has no site ${siteId}`);
  return plan;
}

function dayInput({ seed, clock }: DemoWorld, plan: SitePlan, day: LocalDay): SiteDayInput {
  const frame = dayFrame(plan.timezone, day, clock);
  return { plan, noise: { fleetSeed: seed, siteNo: plan.siteNo }, frame, faults: faultsOn(plan, { day, clock }) };
}
