import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { isSystemCode } from '@solvane/energy/events/system-codes';
import type { Period } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { SINCE_EVER } from '../../../db/schema/fleet.ts';
import type { Touched } from '../../configuration/change-configuration.ts';
import { MARGIN_DAYS } from '../../recalculation/site-days.ts';
import { isSameText } from './site-event-codes.ts';

/** Codes whose classification changes, and where. */
export interface ChangedCodes {
  /** null: at all enterprises. */
  enterpriseId: EnterpriseId | null;
  /** null: at all sites of them. */
  siteId: SiteId | null;
  /** Manufacturers whose devices use the set, before the change and after it. */
  manufacturers: readonly string[];
  /** any: the set applies to other devices than before, so that each of their codes may change. */
  codes: readonly string[] | 'any';
}

/** Where and when changed codes occur at a site. */
export interface CodeOccurrences {
  siteId: SiteId;
  segmentIds: SegmentId[];
  eventCount: number;
  /** Merged where days between them would be calculated for both. */
  periods: Period[];
}

/** What a change of codes recalculates: the periods in which they occur. */
export async function touchedByCodes(tx: Db, changes: readonly ChangedCodes[]): Promise<Touched[]> {
  const found: CodeOccurrences[] = [];
  for (const change of changes) found.push(...(await findOccurrences(tx, change)));
  return [...Map.groupBy(found, ({ siteId }) => siteId)].map(([siteId, ofSite]) => ({
    siteIds: [siteId],
    periods: ofSite.flatMap(({ periods }) => periods),
  }));
}

const GAP_MS = MARGIN_DAYS * 86_400_000;
/** Of a period that has not ended. */
const OPEN_MS = Number.MAX_SAFE_INTEGER;

/**
 * Sites at which changed codes occur, the most frequent first. Reported events, and those that users created. Index: the primary keys of
 * raw_events and seen_event_codes.
 *
 * @param scope - only these sites; default: all
 */
export async function findOccurrences(db: Db, change: ChangedCodes, scope?: ReadonlySet<SiteId>): Promise<CodeOccurrences[]> {
  const { codes } = change;
  if (codes.length === 0) return [];
  const { rows } = await db.execute<{ site_id: SiteId; segment_ids: SegmentId[]; events: string; start_ms: string; end_ms: string }>(sql`
    with device as materialized (${await devicesOf(db, change, scope)}),
    span as (${codes === 'any' ? anyCodes() : spansOf(codes)}),
    reached as (
      select *, max(end_ms) over (partition by site_id order by start_ms rows between unbounded preceding and 1 preceding) as reach from span
    ),
    merged as (
      select *, count(*) filter (where reach is null or start_ms > reach + ${GAP_MS}::bigint)
        over (partition by site_id order by start_ms rows unbounded preceding) as number
      from reached
    )
    select site_id, array_agg(distinct id) as segment_ids, sum(events) as events, min(start_ms) as start_ms, max(end_ms) as end_ms
    from merged group by site_id, number order by site_id, start_ms`);
  return [...Map.groupBy(rows, ({ site_id }) => site_id)]
    .map(([siteId, periods]) => ({
      siteId,
      segmentIds: [...new Set(periods.flatMap(({ segment_ids }) => segment_ids))].sort(),
      eventCount: periods.reduce((sum, { events }) => sum + Number(events), 0),
      periods: periods.map(({ start_ms, end_ms }) => ({
        startMs: Number(start_ms),
        endMs: Number(end_ms) === OPEN_MS ? Number.POSITIVE_INFINITY : Number(end_ms),
      })),
    }))
    .sort((a, b) => b.eventCount - a.eventCount || (a.siteId < b.siteId ? -1 : 1));
}

/** Devices that may use the set. One without a manufacturer of its own at all times may inherit one. */
async function devicesOf(db: Db, { enterpriseId, siteId, manufacturers }: ChangedCodes, scope: ReadonlySet<SiteId> | undefined) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct value #>> '{}' as name from segment_metadata where attribute = 'manufacturer' and value <> 'null'::jsonb`,
  );
  const names = rows.flatMap(({ name }) => (manufacturers.some((each) => isSameText(each, name)) ? [name] : []));
  const isManufacturer = sql`metadata.segment_id = segment.id and metadata.attribute = 'manufacturer'`;
  return sql`
    select segment.id, segment.site_id from segments as segment join sites as site on site.id = segment.site_id
    where (${enterpriseId}::text is null or site.enterprise_id = ${enterpriseId})
      and (${siteId}::text is null or site.id = ${siteId})
      and ${scope ? sql`site.id = any(${sql.param([...scope])}::text[])` : sql`true`}
      and (
        exists (select from segment_metadata as metadata where ${isManufacturer} and value #>> '{}' = any(${sql.param(names)}::text[]))
        or not exists (
          select from segment_metadata as metadata where ${isManufacturer} and valid_from = ${SINCE_EVER} and value <> 'null'::jsonb
        )
      )`;
}

/** A device that detects an event itself has no code set: a code of the product occurs anywhere at any time. */
function spansOf(codes: readonly string[]) {
  if (codes.some(isSystemCode))
    return sql`select id, site_id, 0 as events, 0::bigint as start_ms, ${OPEN_MS}::bigint as end_ms from device`;
  return sql`
    select device.id, device.site_id, 1 as events, start_ms, coalesce(end_ms, ${OPEN_MS}) as end_ms
    from device join raw_events on raw_events.segment_id = device.id where code = any(${sql.param([...codes])}::text[])
    union all
    select device.id, device.site_id, 1, start_ms, end_ms
    from device join event_edits on event_edits.segment_id = device.id
    where kind = 'manual' and content ->> 'code' = any(${sql.param([...codes])}::text[])`;
}

function anyCodes() {
  return sql`
    select device.id, device.site_id, event_count as events, first_seen_ms as start_ms, ${OPEN_MS}::bigint as end_ms
    from device join seen_event_codes on seen_event_codes.segment_id = device.id
    union all
    select device.id, device.site_id, 1, start_ms, end_ms
    from device join event_edits on event_edits.segment_id = device.id where kind = 'manual'`;
}
