import type { LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { devicesOf } from '../fleet/demo-devices.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { deviceSeed } from '../noise/channels.ts';
import { uniformNoise } from '../noise/hash-noise.ts';
import { type DemoWorld, powerDayOf } from './demo-world.ts';
import { generatorsOf, type SitePowerDay } from './site-power.ts';

type RegisterName = 'ExportCounter' | 'ImportCounter';

const MS_PER_YEAR = 365.25 * DAY_MS;
const HOURS_PER_YEAR = 8766;

/**
 * Readings of an energy register over one day, each at the end of its interval. Registers go on counting whatever happens to messages.
 *
 * What it showed at the start of the day is the sum of all days before; those sums are kept.
 *
 * @returns [kWh]; NaN before the first day of the counters
 */
export function registerReadings(
  world: DemoWorld,
  { plan, day, deviceId, register }: { plan: SitePlan; day: LocalDay; deviceId: string; register: RegisterName },
): Float64Array {
  const power = powerDayOf(world, plan, day);
  const kw = powerOf(power, deviceId);
  if (day < world.countersFrom) return new Float64Array(kw.length).fill(Number.NaN);
  let reading = startOfDay(world, { plan, day, key: `${deviceId} ${register}` });
  return kw.map((value) => {
    reading += advance(value, register);
    return reading;
  });
}

function startOfDay(world: DemoWorld, { plan, day, key }: { plan: SitePlan; day: LocalDay; key: string }): number {
  const days = world.registers.get(plan.id) ?? [firstReadings(world, plan)];
  world.registers.set(plan.id, days);
  for (let known = days.length - 1; known < day - world.countersFrom; known++) {
    const before = days[known] ?? new Map<string, number>();
    days.push(afterDay(before, powerDayOf(world, plan, world.countersFrom + known)));
  }
  return days[day - world.countersFrom]?.get(key) ?? Number.NaN;
}

function afterDay(readings: ReadonlyMap<string, number>, power: SitePowerDay): Map<string, number> {
  const after = new Map<string, number>();
  for (const [key, reading] of readings) {
    const [deviceId = '', register] = key.split(' ');
    const kw = powerOf(power, deviceId);
    let sum = reading;
    for (let i = 0; i < kw.length; i++) sum += advance(at(kw, i), register === 'ImportCounter' ? 'ImportCounter' : 'ExportCounter');
    after.set(key, sum);
  }
  return after;
}

/** What registers showed on their first day: roughly what a plant of that size and age has behind it. */
function firstReadings({ seed, countersFrom }: DemoWorld, plan: SitePlan): Map<string, number> {
  const noise = { fleetSeed: seed, siteNo: plan.siteNo };
  const years = Math.max(0.1, (countersFrom * DAY_MS - Date.parse(`${plan.commissioningDate}T00:00:00Z`)) / MS_PER_YEAR);
  const readings = new Map<string, number>();
  const start = (deviceId: string, deviceNo: number, register: RegisterName, ratedKw: number) => {
    const hours = HOURS_PER_YEAR * years * (register === 'ExportCounter' ? 0.22 : 0.004);
    const chance = 0.9 + 0.2 * uniformNoise(deviceSeed(noise, deviceNo, 'counterStart'), register === 'ExportCounter' ? 0 : 1);
    readings.set(`${deviceId} ${register}`, Math.round(ratedKw * hours * chance));
  };
  const siteKw = (plan.solar?.acKw ?? 0) + (plan.wind?.layout.length ?? 0) * 2500 + (plan.storage?.acKw ?? 0);
  for (const { kind, id, deviceNo } of devicesOf(plan)) {
    if (kind === 'meter') {
      start(id, deviceNo, 'ExportCounter', siteKw);
      start(id, deviceNo, 'ImportCounter', siteKw);
    }
    if (kind === 'inverter' && plan.solar?.hasInverterCounters)
      start(id, deviceNo, 'ExportCounter', plan.solar.acKw / plan.solar.inverters);
  }
  return readings;
}

/** Power behind a register: of a generator, or else of the grid meter. */
function powerOf(power: SitePowerDay, deviceId: string): Float64Array {
  return generatorsOf(power).find(({ device }) => device.id === deviceId)?.actualKw ?? power.meterKw;
}

function advance(kw: number, register: RegisterName): number {
  return Math.max(0, register === 'ExportCounter' ? kw : -kw) * STEP_HOURS;
}
