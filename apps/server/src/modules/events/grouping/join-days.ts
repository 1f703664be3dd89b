import { overlaps } from '@solvane/energy/events/overlap';
import type { TimelineSlice } from '@solvane/energy/events/timeline';
import type { SitePromotion } from '@solvane/energy/site-day/group/group-site';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { dayBounds, type Period } from '@solvane/energy/time/local-day';

export type ComputedDayEvents = Pick<SiteDayOutputs, 'day' | 'timelines' | 'promoted' | 'losses'>;

export interface JoinedDays {
  period: Period;
  timelines: { deviceId: string; slices: TimelineSlice[] }[];
  promoted: SitePromotion[];
}

/**
 * The events of days that follow each other, as if each day had been stored after the one before: a day decides about its own time, and of an
 * event over several days the last one decides how it ends.
 *
 * @param days - ascending, without a gap
 */
export function joinDays(days: readonly ComputedDayEvents[], zone: string): JoinedDays {
  const slicesOf = new Map<string, TimelineSlice[]>();
  let promoted: SitePromotion[] = [];
  for (const day of days) {
    const bounds = dayBounds(day.day, zone);
    // Once per day whatever the number of devices: slices that the day no longer has are dropped.
    for (const [deviceId, slices] of slicesOf) slicesOf.set(deviceId, outside(slices, bounds));
    for (const { deviceId, slices } of day.timelines) {
      const own = slices.filter((slice) => overlaps(slice, bounds));
      slicesOf.set(deviceId, [...outsideAll(slicesOf.get(deviceId) ?? [], own), ...own]);
    }
    promoted = [...outside(promoted, bounds), ...day.promoted.filter((event) => overlaps(event, bounds))];
  }
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('No days');
  return {
    period: { startMs: dayBounds(first.day, zone).startMs, endMs: dayBounds(last.day, zone).endMs },
    timelines: [...slicesOf].map(([deviceId, slices]) => ({ deviceId, slices })),
    promoted,
  };
}

function outside<Event extends Period>(events: readonly Event[], period: Period): Event[] {
  return events.filter((event) => !overlaps(event, period));
}

/** Slices of one device never overlap: one that overlaps a slice of this day comes from an earlier day. */
function outsideAll(events: readonly TimelineSlice[], others: readonly TimelineSlice[]): TimelineSlice[] {
  return events.filter((event) => !others.some((other) => overlaps(event, other)));
}
