import { type LocalDay, localDay } from '@solvane/energy/time/local-day';
import { at } from '../columns/column.ts';
import { createDemoWorld, type DemoWorld, getPlan, powerDayOf } from '../plant/demo-world.ts';
import { generatorsOf, type SitePowerDay } from '../plant/site-power.ts';
import { siteReadings } from '../readings/site-readings.ts';

/** The fixed period of tests: 2025-01-01 to 2026-01-31 on every local calendar. */
export const FIRST_DAY = localDay(2025, 1, 1);
export const PERIOD_DAYS = 396;

export function testWorld(seed?: number): DemoWorld {
  return createDemoWorld({
    ...(seed === undefined ? {} : { seed }),
    clock: { kind: 'period', firstDay: FIRST_DAY },
    countersFrom: FIRST_DAY,
  });
}

/** What one series reported on a day of the fixed period. */
export function reading(
  world: DemoWorld,
  { segmentId, signal, faultDay }: { segmentId: string; signal: string; faultDay: number },
): { values: Float64Array; hours: Float64Array; day: LocalDay } {
  const plan = getPlan(segmentId.slice(0, 3));
  const { signals, columns, frame } = siteReadings(world, plan, FIRST_DAY + faultDay);
  const wanted = signal.includes('||') ? signal : `${signal}||Raw`;
  const index = signals.findIndex(({ device, signalId }) => device.id === segmentId && signalId === wanted);
  const values = columns[index];
  if (!values) throw new RangeError(`no series ${segmentId} ${wanted}`);
  return { values, hours: frame.localHours, day: frame.day };
}

/** The part of a reading whose local start lies in [from, to), without what never arrived. */
export function between({ values, hours }: { values: Float64Array; hours: Float64Array }, from: number, to: number): number[] {
  return [...values].filter((value, i) => at(hours, i) > from - 1e-6 && at(hours, i) < to - 1e-6 && !Number.isNaN(value));
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += Number.isNaN(value) ? 0 : value;
  return total;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** What truly happened at the sites of a world, by fault day. */
export function plant(world: DemoWorld) {
  const power = (siteId: string, faultDay: number): SitePowerDay => powerDayOf(world, getPlan(siteId), FIRST_DAY + faultDay);
  return {
    power,
    /** Energy a cause took from all generators of a site. [kWh] */
    lost: (siteId: string, cause: string, on: readonly number[]): number =>
      sum(on.flatMap((day) => generatorsOf(power(siteId, day)).map(({ lostKwh }) => sum(lostKwh.get(cause) ?? [])))),
  };
}

/** Fault days from one to another, both included. */
export function days(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
