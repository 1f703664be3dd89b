import type { DayFrame } from '../calendar/day-frame.ts';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import type { ScheduleBlock, StoragePlan } from '../fleet/site-plan.ts';
import { type SiteNoise, siteSeed } from '../noise/channels.ts';
import { uniformNoise } from '../noise/hash-noise.ts';

/** State of charge at every local midnight: what makes each day stand alone. */
export const MIDNIGHT_SHARE = 0.1;

/** One block of the day with its intervals and the power that moves its energy. */
export interface PlannedBlock {
  action: ScheduleBlock['action'];
  /** Which intervals of the day. */
  intervals: number[];
  /** At the AC terminals, discharge positive, for 1 kWh of usable capacity. [kW/kWh] */
  powerPerKwh: number;
}

/**
 * The day's schedule of a battery site. Depth is between 65 and 80 % of usable capacity; what is discharged was charged before, with the
 * losses of both directions, so the battery returns to where the day began.
 */
export function plannedBlocks({ storage, noise, frame }: { storage: StoragePlan; noise: SiteNoise; frame: DayFrame }): PlannedBlock[] {
  const depths = [depthOf(siteSeed(noise, 'depthFirst'), frame), depthOf(siteSeed(noise, 'depthSecond'), frame)];
  const efficiency = oneWayEfficiency(storage);
  let cycle = 0;
  return storage.schedule.map((block) => {
    const intervals = intervalsOf(block, frame);
    const depth = (depths[cycle] ?? 0) * block.share;
    if (block.action === 'discharge') cycle++;
    const energyPerKwh = block.action === 'charge' ? -depth / efficiency : depth * efficiency;
    return { action: block.action, intervals, powerPerKwh: intervals.length > 0 ? energyPerKwh / (intervals.length * STEP_HOURS) : 0 };
  });
}

/** Efficiency of one direction; both are taken as equal. */
export function oneWayEfficiency({ roundTripEfficiency }: StoragePlan): number {
  return Math.sqrt(roundTripEfficiency);
}

function intervalsOf({ fromHour, toHour }: ScheduleBlock, { localHours, length }: DayFrame): number[] {
  const intervals: number[] = [];
  for (let i = 0; i < length; i++) if (at(localHours, i) >= fromHour && at(localHours, i) < toHour) intervals.push(i);
  return intervals;
}

function depthOf(seed: number, { day }: DayFrame): number {
  return 0.65 + 0.15 * uniformNoise(seed, day);
}
