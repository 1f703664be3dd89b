import { localDaysIn, type Period } from '@solvane/energy/time/local-day';
import { STEP_MS } from '../calendar/day-frame.ts';
import type { DemoSignal } from '../fleet/demo-signals.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { DemoWorld } from '../plant/demo-world.ts';
import { signalsOfSite, siteReadings } from './site-readings.ts';

/** Columns of several sites over the same intervals. */
export interface PeriodReadings {
  /** Interval starts. */
  timesMs: Float64Array;
  signals: DemoSignal[];
  /** One per signal; NaN where nothing arrived. */
  columns: Float64Array[];
}

/** What all sites reported for the intervals that start in a period, on one time axis. */
export function periodReadings(world: DemoWorld, plans: readonly SitePlan[], { startMs, endMs }: Period): PeriodReadings {
  const firstMs = Math.ceil(startMs / STEP_MS) * STEP_MS;
  const length = Math.max(0, Math.ceil((endMs - firstMs) / STEP_MS));
  const signals: DemoSignal[] = [];
  const columns: Float64Array[] = [];
  for (const plan of plans) {
    const ofSite = signalsOfSite(plan).map(() => new Float64Array(length).fill(Number.NaN));
    for (const day of length > 0 ? localDaysIn({ startMs: firstMs, endMs }, plan.timezone) : []) {
      const { frame, columns: ofDay } = siteReadings(world, plan, day);
      const shift = Math.round((frame.startMs - firstMs) / STEP_MS);
      ofDay.forEach((values, c) => {
        const from = Math.max(0, -shift);
        const to = Math.min(values.length, length - shift);
        if (to > from) ofSite[c]?.set(values.subarray(from, to), shift + from);
      });
    }
    signals.push(...signalsOfSite(plan));
    columns.push(...ofSite);
  }
  return { timesMs: Float64Array.from({ length }, (_, i) => firstMs + i * STEP_MS), signals, columns };
}
