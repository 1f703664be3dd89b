import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { EventGroup, EventGrouping, EventMeasure, eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { NO_EVENT_SUMS } from '@solvane/contract/events';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { isEventType } from '@solvane/energy/events/event-types';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { eventConditions } from './event-conditions.ts';
import { SUMS, type SumsRow, toSums } from './event-totals.ts';

interface GroupRow extends SumsRow {
  key: string;
  name: string;
  site_name: string | null;
  unacknowledged: number;
}

interface Grouping {
  key: SQL;
  /** Joins to what a group is named by. */
  from: SQL;
  name: SQL;
  siteName: SQL;
}

const GROUPINGS: Readonly<Record<Exclude<EventGrouping, 'code'>, Grouping>> = {
  category: named(sql`event.category`),
  type: named(sql`event.event_type`),
  day: {
    ...named(sql`to_char(to_timestamp(event.start_ms / 1000.0) at time zone coalesce(place.timezone, 'UTC'), 'YYYY-MM-DD')`),
    from: sql`join sites as place on place.id = event.site_id`,
  },
  site: { ...named(sql`event.site_id`), name: sql`(select name from sites where id = key)` },
  device: {
    ...named(sql`event.segment_id`),
    name: sql`(select name from segments where id = key)`,
    siteName: sql`(select sites.name from segments join sites on sites.id = segments.site_id where segments.id = key)`,
  },
};

const ORDERS: Readonly<Record<EventMeasure, SQL>> = {
  lostEnergy: sql`energy desc nulls last, duration desc, key`,
  duration: sql`duration desc, key`,
  count: sql`count desc, duration desc, key`,
};

/** Text that a device in scope sent last with the code `key`: codes of the same name at others mean something else. */
export function codeText({ siteIds }: Pick<Caller, 'siteIds'>): SQL {
  return sql`(select seen.message from seen_event_codes as seen join segments on segments.id = seen.segment_id
    where seen.code = key and seen.message <> '' and ${isOneOf(segments.siteId, siteIds)} order by seen.last_seen_ms desc limit 1)`;
}

function byCode(caller: Pick<Caller, 'siteIds'>): Grouping {
  return { ...named(sql`event.code`), name: sql`concat_ws(' ', key, ${codeText(caller)})` };
}

/** What the events of a result share, and what each of that cost. */
export async function groupResult(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  { filter, groupBy, measure, limit }: BodyOf<typeof eventOverviewEndpoints.groups>,
): Promise<ResponseOf<typeof eventOverviewEndpoints.groups>> {
  const { source, where } = await eventConditions(db, caller, filter);
  const { key, from, name, siteName } = groupBy === 'code' ? byCode(caller) : GROUPINGS[groupBy];
  const order = groupBy === 'day' ? sql`key desc` : ORDERS[measure];
  const { rows } = await db.execute<GroupRow & { place: number; group_count: number }>(sql`
    with groups as (
      select ${key} as key, ${SUMS}, (count(*) filter (where event.acknowledged_at_ms is null))::int as unacknowledged
      from ${source} ${from} where ${where} group by 1
    ), ranked as (select *, (row_number() over (order by ${order}))::int as place, (count(*) over ())::int as group_count from groups)
    select key, ${name} as name, ${siteName} as site_name, count, duration, energy, revenue, energy_unknown, revenue_unknown, left_out, unacknowledged, place,
      group_count
    from ranked where place <= ${limit}
    union all
    select null, null, null, sum(count)::int, sum(duration), sum(energy), sum(revenue), sum(energy_unknown)::int, sum(revenue_unknown)::int, sum(left_out)::int, 0, 2147483647,
      max(group_count) from ranked where place > ${limit}
    having count(*) > 0
    order by place`);
  const rest = rows.find((row) => row.key === null);
  const items = rows.filter((row) => row.key !== null);
  return {
    items: (groupBy === 'day' ? items.reverse() : items).map((row) => toGroup(row, groupBy)),
    groupCount: rows[0]?.group_count ?? 0,
    rest: rest ? toSums(rest) : NO_EVENT_SUMS,
  };
}

function named(key: SQL): Grouping {
  return { key, from: sql``, name: sql`key`, siteName: sql`null` };
}

function toGroup(row: GroupRow, groupBy: EventGrouping): EventGroup {
  const { key, name, site_name: siteName, unacknowledged } = row;
  return { key, name: name ?? key, siteName, unacknowledged, filter: filterOf(groupBy, key), ...toSums(row) };
}

function filterOf(groupBy: EventGrouping, key: string): EventGroup['filter'] {
  switch (groupBy) {
    case 'code':
      return { codes: [key] };
    case 'category':
      return { categories: [key] };
    case 'type':
      return isEventType(key) ? { types: [key] } : {};
    case 'day':
      return { firstDay: key, lastDay: key };
    case 'device':
      return { segmentIds: [segmentIdSchema.parse(key)], isExact: true };
    case 'site':
      return { siteIds: [siteIdSchema.parse(key)] };
  }
}
