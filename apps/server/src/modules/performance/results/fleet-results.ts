import type { QueryOf } from '@solvane/contract/endpoint';
import type { FleetResult, siteResultEndpoints } from '@solvane/contract/site-results';
import { localDayOf, parseIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';
import { isOneOf } from '../../fleet/sites.queries.ts';

/**
 * What the computed days of each site add up to. The sums are made where the days are stored: a month of 1,000 sites is 30,000 of them.
 * Index: the primary key of site_days.
 */
export async function readFleetResults(
  { db, now }: { db: Db; now: () => number },
  caller: Pick<Caller, 'siteIds'>,
  { fromDay, toDay }: QueryOf<typeof siteResultEndpoints.fleet>,
): Promise<FleetResult[]> {
  const inPeriod = and(eq(siteDays.siteId, sites.id), gte(siteDays.day, fromDay), lt(siteDays.day, toDay));
  const rows = await db
    .select({
      siteId: sites.id,
      zone: sites.timezone,
      firstDay: sql<string | null>`(select min(d.day)::text from ${siteDays} d where d.site_id = ${sites.id})`,
      days: sql<number>`count(${siteDays.walk})::int`,
      computedMs: sql<number | null>`max(${siteDays.computedAtMs})::float8`,
      energyKwh: sumOf(['connection', 'atConnection'], GENERATES),
      producedKwh: sumOfBoth('gross'),
      expectedKwh: sumOfBoth('expected'),
      budgetKwh: sumOf(['budget', 'energy'], GENERATES),
      budgetDays: sql<number>`count(${siteDays.walk} #> '{budget,energy}')::int`,
      available: sql<number | null>`sum((${TECHNICAL_BY_TIME} ->> 'available')::float8)`,
      unavailable: sql<number | null>`sum((${TECHNICAL_BY_TIME} ->> 'unavailable')::float8)`,
    })
    .from(sites)
    .leftJoin(siteDays, inPeriod)
    .where(isOneOf(sites.id, caller.siteIds))
    .groupBy(sites.id)
    .orderBy(asc(sites.id));
  return rows.map(({ zone, firstDay, budgetDays, budgetKwh, available, unavailable, ...row }) => ({
    ...row,
    missingDays: Math.max(0, begunDays({ fromDay, toDay, firstDay, today: localDayOf(now(), zone ?? 'UTC') }) - row.days),
    budgetKwh: budgetDays === row.days ? budgetKwh : null,
    availability: available === null || unavailable === null || available + unavailable <= 0 ? null : { available, unavailable },
  }));
}

/** Days that have begun, from the first that was ever computed: there was nothing to compute before. */
function begunDays({
  fromDay,
  toDay,
  firstDay,
  today,
}: {
  fromDay: string;
  toDay: string;
  firstDay: string | null;
  today: number;
}): number {
  const [from, to, first] = [fromDay, toDay, firstDay ?? ''].map(parseIsoDate);
  return from === undefined || to === undefined || first === undefined ? 0 : Math.min(to, today + 1) - Math.max(from, first);
}

/** A site that only stores delivers what it took: its sum says nothing. */
const GENERATES = sql`(${siteDays.walk} ? 'solar' or ${siteDays.walk} ? 'wind')`;

const TECHNICAL_BY_TIME = sql`jsonb_path_query_first(${siteDays.availability}, '$[*] ? (@.name == "Technical" && @.basis == "time")')`;

function sumOf(path: readonly string[], where: SQL): SQL<number | null> {
  return sql<number | null>`sum((${siteDays.walk} #>> ${`{${path.join(',')}}`}::text[])::float8) filter (where ${where})`;
}

/** Of modules and turbines together. */
function sumOfBoth(name: 'gross' | 'expected'): SQL<number | null> {
  const part = (of: 'solar' | 'wind') => sql`coalesce((${siteDays.walk} #>> ${`{${of},production,${name}}`}::text[])::float8, 0)`;
  return sql<number | null>`sum(${part('solar')} + ${part('wind')}) filter (where ${GENERATES})`;
}
