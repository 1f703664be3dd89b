import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, gte, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
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
 * computed, are left out.
 *
 * @throws AppError resource.notFound when the site is out of scope
 */
export async function readDayResults<T>(
  { db, now }: { db: Db; now: () => number },
  caller: Pick<Caller, 'siteIds'>,
  { siteId, ...query }: ResultQuery,
  options: DayResultsOptions<T>,
): Promise<DayGroup<T>[]> {
  const groups = caller.siteIds.has(siteId)
    ? (await readDaysOfSites(db, [siteId], { ...query, nowMs: now() }, options)).get(siteId)
    : undefined;
  if (!groups) throw new AppError('resource.notFound');
  return groups;
}

/** The same of several sites, all of them read together; sites that do not exist are missing. Indexes: the primary keys of sites and site_days. */
export async function readDaysOfSites<T>(
  db: Db,
  siteIds: readonly SiteId[],
  { startMs, endMs, by, nowMs }: Omit<ResultQuery, 'siteId'> & { nowMs: number },
  { column, parse, cuts = [] }: DayResultsOptions<T>,
): Promise<Map<SiteId, DayGroup<T>[]>> {
  const found = await db
    .select({
      siteId: sites.id,
      zone: sites.timezone,
      firstDay: sql<string | null>`(select min(d.day)::text from ${siteDays} d where d.site_id = ${sites.id})`,
    })
    .from(sites)
    .where(isOneOf(sites.id, siteIds));
  const spans = found.map(({ siteId, zone, firstDay }) => ({
    siteId,
    first: Math.max(parseIsoDate(firstDay ?? '') ?? Number.POSITIVE_INFINITY, localDayOf(startMs, zone ?? 'UTC')),
    last: Math.min(localDayOf(endMs - 1, zone ?? 'UTC'), localDayOf(nowMs, zone ?? 'UTC')),
  }));
  const known = spans.filter(({ first, last }) => first <= last);
  const rows =
    known.length === 0
      ? []
      : await db
          .select({
            siteId: siteDays.siteId,
            day: siteDays.day,
            version: siteDays.version,
            computedMs: siteDays.computedAtMs,
            stored: siteDays[column],
          })
          .from(siteDays)
          .where(
            and(
              isOneOf(
                siteDays.siteId,
                known.map(({ siteId }) => siteId),
              ),
              gte(siteDays.day, toIsoDate(Math.min(...known.map(({ first }) => first)))),
              lte(siteDays.day, toIsoDate(Math.max(...known.map(({ last }) => last)))),
            ),
          );
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    spans.map(({ siteId, first, last }) => {
      const byDay = new Map((bySite.get(siteId) ?? []).map((row) => [parseIsoDate(row.day), row]));
      return [siteId, groupsOf({ first, last, by, cuts }).map((group) => toGroup(group, byDay, parse))];
    }),
  );
}

interface StoredDay {
  version: number;
  computedMs: number;
  stored: unknown;
}

function toGroup<T>(
  { fromDay, toDay }: { fromDay: LocalDay; toDay: LocalDay },
  byDay: ReadonlyMap<LocalDay | undefined, StoredDay>,
  parse: DayResultsOptions<T>['parse'],
): DayGroup<T> {
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
