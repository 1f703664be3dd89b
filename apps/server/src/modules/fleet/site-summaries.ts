import type { SiteId } from '@solvane/contract/ids';
import { isGenerator, SEGMENT_TYPES } from '@solvane/energy/devices/segment-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';

export const GENERATOR_TYPES = SEGMENT_TYPES.filter(isGenerator);

/**
 * Counts the segments of sites and adds up the AC ratings that hold on a day, of generators in service. Part of every transaction that changes a
 * tree or a rating; a rating that begins later is taken over by `refreshDueRatings`.
 */
export async function refreshSiteSummaries(tx: Db, siteIds: Iterable<SiteId>, nowMs: number): Promise<void> {
  await tx.execute(sql`
    with counted as (
      select s.site_id, count(*) as segment_count, sum(rating.value) as rated_power_kw
      from segments s left join lateral (
        select (m.value)::text::double precision as value
        from segment_metadata m
        where m.segment_id = s.id and m.attribute = 'capacityAc' and m.valid_from <= ${dayOf(nowMs)}::date
          and s.segment_type = any(${sql.param(GENERATOR_TYPES)}::text[]) and not s.is_disabled
        order by m.valid_from desc limit 1
      ) as rating on true
      where s.site_id = any(${sql.param([...siteIds])}::text[])
      group by s.site_id
    )
    update sites set segment_count = counted.segment_count, rated_power_kw = counted.rated_power_kw
    from counted where sites.id = counted.site_id
      and (sites.segment_count, sites.rated_power_kw) is distinct from (counted.segment_count, counted.rated_power_kw)`);
}

/** Ratings that begin today or began while the server was off: of sites that have dated ratings at all. */
export async function refreshDueRatings(db: Db, nowMs: number): Promise<void> {
  const { rows } = await db.execute<{ siteId: SiteId }>(sql`
    select distinct s.site_id as "siteId" from segment_metadata m join segments s on s.id = m.segment_id
    where m.attribute = 'capacityAc' and m.valid_from > '-infinity' and m.valid_from <= ${dayOf(nowMs)}::date`);
  if (rows.length > 0)
    await refreshSiteSummaries(
      db,
      rows.map(({ siteId }) => siteId),
      nowMs,
    );
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
