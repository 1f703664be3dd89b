import type { LocalDay } from '@solvane/energy/time/local-day';
import { dayFrame, type FaultClock, STEP_MS } from '../calendar/day-frame.ts';
import { type ActiveFault, faultsOn, ofKind } from '../faults/fault-windows.ts';
import type { ClimatePlan, SitePlan } from '../fleet/site-plan.ts';
import { type SiteNoise, siteSeed } from '../noise/channels.ts';
import { uniformNoise, valueNoise } from '../noise/hash-noise.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from './ambient.ts';

export const CLEAR_ABOVE = 0;
export const MIXED_ABOVE = -0.85;

const SKY_SPACING = 2 * 86_400;
const NOON_MS = 12 * 3_600_000;

/** State of the sky over one day: above 0 clear, above −0.85 mixed, else overcast. */
export function skyState({ plan, noise, frame, faults }: SiteDayInput): Float64Array {
  const state = valueNoiseColumn(siteSeed(noise, 'sky'), frame.grid, SKY_SPACING);
  const shift = skyShift(plan, frame.month);
  const forcedClear = ofKind(faults, 'clearSky').length > 0;
  return state.map((value) => (forcedClear ? Math.abs(value + shift) + 0.05 : value + shift));
}

/** Rain of one day: its amount [mm] and when it starts, as a fraction of the day; undefined on dry days. */
export function rainOf({ plan, noise, frame, faults }: SiteDayInput): { millimetres: number; startsAt: number } | undefined {
  if (ofKind(faults, 'clearSky').length > 0) return undefined;
  const noonSeconds = (frame.startMs + NOON_MS) / 1000;
  const state = valueNoise(siteSeed(noise, 'sky'), noonSeconds, SKY_SPACING) + skyShift(plan, frame.month);
  if (state > MIXED_ABOVE) return undefined;
  if (uniformNoise(siteSeed(noise, 'rainChance'), frame.day) >= rainChance(plan, frame.month, faults)) return undefined;
  return {
    millimetres: 3 + 12 * uniformNoise(siteSeed(noise, 'rainAmount'), frame.day),
    startsAt: 0.75 * uniformNoise(siteSeed(noise, 'rainStart'), frame.day),
  };
}

/** Rain per interval: the day's amount over four hours, as a gauge with a resolution of 0.1 mm counts it. [mm] */
export function rainfall(input: SiteDayInput): Float64Array {
  const { frame } = input;
  const values = new Float64Array(frame.length);
  const rain = rainOf(input);
  if (!rain) return values;
  const first = Math.floor(rain.startsAt * frame.length);
  const intervals = (4 * 3_600_000) / STEP_MS;
  let counted = 0;
  for (let i = 0; i < intervals && first + i < frame.length; i++) {
    const share = (1 - Math.cos((Math.PI * (i + 1)) / intervals)) / 2;
    const fallen = Math.ceil(rain.millimetres * share * 10);
    values[first + i] = (fallen - counted) / 10;
    counted = fallen;
  }
  return values;
}

/** Whether it rains on a day, without generating the rest of the day. */
export function rainsOn({ plan, noise, day, clock }: { plan: SitePlan; noise: SiteNoise; day: LocalDay; clock: FaultClock }): boolean {
  const frame = dayFrame(plan.timezone, day, clock);
  return rainOf({ plan, noise, frame, faults: faultsOn(plan, { day, clock }) }) !== undefined;
}

function rainChance({ climate }: SitePlan, month: number, faults: readonly ActiveFault[]): number {
  return ofKind(faults, 'soiling')[0]?.effect.rainChance ?? monsoonOf(climate, month)?.rainChance ?? climate.rainChance;
}

function skyShift({ climate }: SitePlan, month: number): number {
  return monsoonOf(climate, month)?.skyShift ?? climate.skyShift ?? 0;
}

function monsoonOf({ monsoon }: ClimatePlan, month: number): ClimatePlan['monsoon'] {
  return month >= 6 && month <= 9 ? monsoon : undefined;
}
