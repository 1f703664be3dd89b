import type { EventGroup, EventMeasure } from '@solvane/contract/event-overview';
import { type EventSums, NO_EVENT_SUMS } from '@solvane/contract/events';

const DAY_MS = 86_400_000;

export interface TrendBin {
  /** First and last day. */
  first: string;
  last: string;
  sums: EventSums;
}

/** Up to this many days stand for themselves, up to so many weeks. */
const MOST_DAYS = 62;
const MOST_WEEK_DAYS = 400;

/** The days before a day as one. undefined: there is none */
export function daysBefore(days: readonly EventGroup[], firstDay: string): TrendBin | undefined {
  const earlier = days.filter(({ key }) => key < firstDay);
  const [first, last] = [earlier[0], earlier.at(-1)];
  return first && last && { first: first.key, last: last.key, sums: earlier.reduce<EventSums>(addSums, NO_EVENT_SUMS) };
}

/** Days together as long as they are few, else weeks from Monday on, else months. */
export function trendBins(days: readonly EventGroup[], firstDay: string, lastDay: string): TrendBin[] {
  const byDay = new Map(days.map((day) => [day.key, day]));
  const bins: TrendBin[] = [];
  const count = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;
  for (let atMs = Date.parse(firstDay); atMs <= Date.parse(lastDay); atMs += DAY_MS) {
    const day = new Date(atMs).toISOString().slice(0, 10);
    const last = bins.at(-1);
    const sums = byDay.get(day) ?? NO_EVENT_SUMS;
    if (!last || begins(day, count)) bins.push({ first: day, last: day, sums });
    else {
      last.last = day;
      last.sums = addSums(last.sums, sums);
    }
  }
  return bins;
}

export function measureOf({ count, durationMs, lostEnergyKwh }: EventSums, measure: EventMeasure): number | null {
  if (measure === 'count') return count;
  return measure === 'duration' ? durationMs / 3_600_000 : lostEnergyKwh === null ? null : lostEnergyKwh / 1_000;
}

/** Up to each bar, the part of the whole that they make together. null: there is no whole, or some of it is a gain */
export function cumulativeShares(values: readonly (number | null)[], rest: number | null): (number | null)[] {
  const whole = values.reduce<number>((sum, value) => sum + (value ?? 0), rest ?? 0);
  if (whole <= 0 || values.some((value) => value !== null && value < 0) || (rest ?? 0) < 0) return values.map(() => null);
  let sum = 0;
  return values.map((value) => {
    sum += value ?? 0;
    return sum / whole;
  });
}

function begins(day: string, count: number): boolean {
  if (count <= MOST_DAYS) return true;
  return count <= MOST_WEEK_DAYS ? new Date(day).getUTCDay() === 1 : day.endsWith('-01');
}

function addSums(one: EventSums, other: EventSums): EventSums {
  const add = (left: number | null, right: number | null) => (left === null && right === null ? null : (left ?? 0) + (right ?? 0));
  return {
    count: one.count + other.count,
    durationMs: one.durationMs + other.durationMs,
    lostEnergyKwh: add(one.lostEnergyKwh, other.lostEnergyKwh),
    revenueLoss: add(one.revenueLoss, other.revenueLoss),
    energyUnknownCount: one.energyUnknownCount + other.energyUnknownCount,
    revenueUnknownCount: one.revenueUnknownCount + other.revenueUnknownCount,
    leftOutIntervals: one.leftOutIntervals + other.leftOutIntervals,
  };
}
