import type { CountedEvent } from '@solvane/contract/contract-results';
import { type SegmentId, type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { type AccountedEvent, eventInView } from '@solvane/energy/site-day/availability/day-account';
import type { AvailabilityView } from '@solvane/energy/site-day/site';
import type { Period } from '@solvane/energy/time/local-day';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { groupEvents } from '../../../db/schema/events.ts';
import { segments } from '../../../db/schema/fleet.ts';

/** What is known of the device and the listed event of an entry of an account. */
export interface ListedEvents {
  nameOf: (event: AccountedEvent) => string;
  idOf: (event: AccountedEvent) => string | null;
}

/** Index: group_events by site and time, the primary key of segments. */
export async function readListedEvents(
  db: Db,
  { siteId, period }: { siteId: SiteId; period: Period },
  events: readonly AccountedEvent[],
): Promise<ListedEvents> {
  const owners = new Set(events.map(({ ownerId }) => ownerId));
  const names = await db.select({ id: segments.id, name: segments.name }).from(segments).where(isOneOf(segments.id, owners));
  const listed = await db
    .select({
      id: groupEvents.id,
      segmentId: groupEvents.segmentId,
      startMs: groupEvents.startMs,
      endMs: groupEvents.endMs,
      category: groupEvents.category,
      rawEventIds: groupEvents.rawEventIds,
    })
    .from(groupEvents)
    .where(
      and(
        eq(groupEvents.siteId, siteId),
        isOneOf(groupEvents.segmentId, owners),
        lt(groupEvents.startMs, period.endMs),
        gt(groupEvents.endMs, period.startMs),
      ),
    );
  const nameBy = new Map<string, string>(names.map(({ id, name }) => [id, name]));
  const byOwner = Map.groupBy(listed, ({ segmentId }): string => segmentId);
  return {
    nameOf: ({ ownerId }) => nameBy.get(ownerId) ?? ownerId,
    idOf: (event) => bestMatch(event, byOwner.get(event.ownerId) ?? []),
  };
}

interface Listed {
  id: string;
  startMs: number;
  endMs: number;
  category: string;
  rawEventIds: readonly string[];
}

/** The one made of the same raw events; where a person placed it, the one that covers most of it. */
function bestMatch(event: AccountedEvent, listed: readonly Listed[]): string | null {
  const shared = (each: Listed) => Math.min(each.endMs, event.endMs) - Math.max(each.startMs, event.startMs);
  const overlapping = listed.filter((each) => shared(each) > 0);
  const scoreOf = (each: Listed) => Number(each.rawEventIds.includes(event.id)) * 2 + Number(each.category === event.category);
  const [best] = overlapping.toSorted((a, b) => scoreOf(b) - scoreOf(a) || shared(b) - shared(a));
  return best?.id ?? null;
}

/** Percentage points that an event takes from a view. @param whole - available and unavailable together */
export function pointsOf(event: AccountedEvent, view: Pick<AvailabilityView, 'basis' | 'sheets'>, whole: number): number {
  return whole > 0 ? (-100 * eventInView(event, view).unavailable) / whole + 0 : 0;
}

export function toCountedEvent(event: AccountedEvent, listed: ListedEvents, points: number): CountedEvent {
  const { ownerId, code, category, eventType, timeCategory, startMs, endMs, devices, amounts } = event;
  const segmentId: SegmentId = segmentIdSchema.parse(ownerId);
  const [ratedHoursKwh, , lostKwh] = amounts;
  return {
    ...{ segmentId, deviceName: listed.nameOf(event), eventId: listed.idOf(event) },
    ...{ code, category, eventType, timeCategory, startMs, endMs, devices, ratedHoursKwh, lostKwh, points },
  };
}
