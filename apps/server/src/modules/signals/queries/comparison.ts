import { FIRST_INSTANT_MS } from '@solvane/contract/ids';
import type { COMPARISONS } from '@solvane/contract/signal-resolutions';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { bucketsIn, isClockUnit } from '@solvane/energy/time/bucket';
import { dayBounds, localDayOf, type Period } from '@solvane/energy/time/local-day';
import { shiftPeriod } from '@solvane/energy/time/period';
import { type FixedResolution, toBucketUnit } from './resolution.ts';

const YEAR_MS = 366 * 86_400_000;

type OneComparison = (typeof COMPARISONS)[number] | { periodsBack: number };

export interface ComparedPeriod extends Period {
  /** How many periods (or years) it lies back. */
  periodsBack: number;
}

/** The earlier periods a request is compared with, the newest first. */
export function comparedPeriods(period: Period, comparison: SignalValuesRequest['comparison'], zone: string): ComparedPeriod[] {
  if (comparison === undefined) return [];
  if (typeof comparison === 'string' || 'periodsBack' in comparison) return [comparedPeriod(period, comparison, zone)];
  const distances = [...new Set(comparison.periodsBackList)].sort((one, other) => one - other);
  return distances.map((periodsBack) => comparedPeriod(period, { periodsBack }, zone));
}

/** How many periods a request reads, its own too. */
export function countPeriods(comparison: SignalValuesRequest['comparison']): number {
  if (comparison === undefined) return 1;
  return 1 + (typeof comparison === 'object' && 'periodsBackList' in comparison ? new Set(comparison.periodsBackList).size : 1);
}

/**
 * The earlier period a request is compared with: a whole number of local days steps back by days, a year by the calendar, anything else by its length.
 * What of it lies before the first instant is left out.
 */
export function comparedPeriod(period: Period, comparison: OneComparison, zone: string): ComparedPeriod {
  const periodsBack = typeof comparison === 'string' ? 1 : comparison.periodsBack;
  const backMs = comparison === 'previousYear' ? YEAR_MS : (period.endMs - period.startMs) * periodsBack;
  const straight = { startMs: period.startMs - backMs, endMs: period.endMs - backMs };
  if (straight.startMs < FIRST_INSTANT_MS) {
    return { startMs: FIRST_INSTANT_MS, endMs: Math.max(FIRST_INSTANT_MS, straight.endMs), periodsBack };
  }
  if (comparison === 'previousYear') return { ...shiftPeriod({ period, unit: 'year', count: -1, zone }), periodsBack };
  const days = wholeDays(period, zone);
  if (days !== undefined) return { ...shiftPeriod({ period, unit: 'day', count: -days * periodsBack, zone }), periodsBack };
  return { ...straight, periodsBack };
}

/**
 * Moves times of the earlier period onto the requested one, so that both lie over each other. Calendar buckets move one by one: days differ in length where
 * clocks change.
 */
export function shiftOnto(
  timesMs: Float64Array,
  { from, onto, resolution, zone }: { from: Period; onto: Period; resolution: FixedResolution; zone: string },
): Float64Array {
  const unit = resolution === 'raw' ? undefined : toBucketUnit(resolution);
  if (unit === undefined || isClockUnit(unit)) return timesMs.map((timeMs) => timeMs + onto.startMs - from.startMs);
  const target = bucketsIn(onto, unit, zone).keysMs;
  const moved = new Map(
    bucketsIn(from, unit, zone)
      .keysMs.entries()
      .map(([index, keyMs]) => [keyMs, target[index] ?? keyMs + onto.startMs - from.startMs]),
  );
  return timesMs.map((timeMs) => moved.get(timeMs) ?? timeMs + onto.startMs - from.startMs);
}

function wholeDays({ startMs, endMs }: Period, zone: string): number | undefined {
  const [first, last] = [localDayOf(startMs, zone), localDayOf(endMs, zone)];
  const isWhole = dayBounds(first, zone).startMs === startMs && dayBounds(last, zone).startMs === endMs;
  return isWhole && last > first ? last - first : undefined;
}
