import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';

export interface ResultQuery {
  siteId: SiteId;
  startMs: number;
  endMs: number;
  by: 'period' | 'month' | 'day';
}

/** What a query is computed from: days of the site that follow each other, and what was kept of those that were computed. */
export interface DayGroup<T> {
  ofDays: { fromDay: string; toDay: string; days: number; missingDays: number; computedMs: number | null; version: number };
  fromDay: LocalDay;
  kept: T[];
}

export interface DayResultsOptions<T> {
  column: 'walk' | 'ledger' | 'availability' | 'expectationGaps' | 'quality';
  /** undefined: what is stored says nothing about the day */
  parse: (stored: unknown) => T | undefined;
  /** Days on which another group begins, beside those asked for; ascending. */
  cuts?: readonly LocalDay[];
}

/**
 * What computed days of a site left behind, in groups as they are asked for. Days that have not begun, and those before the first that was
 * computed, are left out. Index: the primary key of site_days.
 *
 * @throws AppError resource.notFound when the site is out of scope
 */
export async function readDayResults<T>(
  { db, now }: { db: Db; now: () => number },
  caller: Pick<Caller, 'siteIds'>,
  { siteId, startMs, endMs, by }: ResultQuery,
  { column, parse, cuts = [] }: DayResultsOptions<T>,
): Promise<DayGroup<T>[]> {
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  const [site] = await db
    .select({
      zone: sites.timezone,
      firstDay: sql<string | null>`(select min(${siteDays.day})::text from ${siteDays} where ${siteDays.siteId} = ${siteId})`,
    })
    .from(sites)
    .where(eq(sites.id, siteId));
  if (!site) throw new AppError('resource.notFound');
  const zone = site.zone ?? 'UTC';
  const known = parseIsoDate(site.firstDay ?? '');
  if (known === undefined) return [];
  const first = Math.max(known, localDayOf(startMs, zone));
  const last = Math.min(localDayOf(endMs - 1, zone), localDayOf(now(), zone));
  const rows = await db
    .select({ day: siteDays.day, version: siteDays.version, computedMs: siteDays.computedAtMs, stored: siteDays[column] })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gte(siteDays.day, toIsoDate(first)), lte(siteDays.day, toIsoDate(last))))
    .orderBy(asc(siteDays.day));
  const byDay = new Map(rows.map((row) => [parseIsoDate(row.day), row]));
  return groupsOf({ first, last, by, cuts }).map(({ fromDay, toDay }): DayGroup<T> => {
    const kept: T[] = [];
    let [computedMs, version]: [number | null, number] = [null, 0];
    for (let day = fromDay; day < toDay; day++) {
      const row = byDay.get(day);
      const value = row && parse(row.stored);
      if (!row || value === undefined) continue;
      kept.push(value);
      computedMs = Math.max(computedMs ?? 0, row.computedMs);
      version += row.version;
    }
    const days = kept.length;
    return {
      ofDays: { fromDay: toIsoDate(fromDay), toDay: toIsoDate(toDay), days, missingDays: toDay - fromDay - days, computedMs, version },
      fromDay,
      kept,
    };
  });
}

function groupsOf({ first, last, by, cuts }: { first: LocalDay; last: LocalDay; by: ResultQuery['by']; cuts: readonly LocalDay[] }) {
  const groups: { fromDay: LocalDay; toDay: LocalDay }[] = [];
  for (let fromDay = first; fromDay <= last; ) {
    const next = by === 'day' ? fromDay + 1 : by === 'month' ? addUnits(unitStart(fromDay, 'month'), 'month', 1) : last + 1;
    const cut = cuts.find((day) => day > fromDay) ?? Number.POSITIVE_INFINITY;
    const toDay = Math.min(next, cut, last + 1);
    groups.push({ fromDay, toDay });
    fromDay = toDay;
  }
  return groups;
}
