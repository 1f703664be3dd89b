import type { SiteId } from '@solvane/contract/ids';
import { addDayAccounts, type DayAccount } from '@solvane/energy/site-day/availability/day-account';
import { addViewSums, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { addUnits } from '@solvane/energy/time/bucket';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { siteDays, siteMonthSums } from '../../../db/schema/site-days.ts';
import { parseSums } from '../results/site-results.ts';
import { firstDayOf } from './contract-spans.ts';

/** What days of a site come to. */
export interface DaySums {
  views: ViewSums[];
  days: number;
  computedMs: number | null;
}

export interface MonthSums extends DaySums {
  /** Another one after any of the days was computed again. */
  stamp: number;
}

interface Days {
  siteId: SiteId;
  fromDay: LocalDay;
  toDay: LocalDay;
}

/** Names a month of a site in a map. */
export function monthKey(siteId: SiteId, month: string): string {
  return `${siteId} ${month}`;
}

/**
 * Sums of whole months, by `monthKey`; months without a computed day are absent. What was added up once is kept until a day is computed again.
 * Index: the primary keys of site_month_sums and site_days.
 */
export async function readMonthSums(db: Db, siteIds: ReadonlySet<SiteId>, months: readonly string[]): Promise<Map<string, MonthSums>> {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined || siteIds.size === 0) return new Map();
  const inMonths = and(gte(siteMonthSums.month, `${first}-01`), lt(siteMonthSums.month, dayAfter(last)));
  const rows = await db
    .select()
    .from(siteMonthSums)
    .where(and(isOneOf(siteMonthSums.siteId, siteIds), inMonths));
  const known = new Map<string, MonthSums>();
  const stamps = new Map<string, number>();
  for (const { siteId, month, stamp, sums, days, computedAtMs } of rows) {
    const key = monthKey(siteId, month.slice(0, 7));
    stamps.set(key, stamp);
    if (sums !== null) known.set(key, { views: sums, days, computedMs: computedAtMs, stamp });
  }
  for (const siteId of siteIds) {
    const missing = months.filter((month) => !known.has(monthKey(siteId, month)));
    for (const [month, sums] of await addMonths(db, siteId, missing)) {
      const key = monthKey(siteId, month);
      const stamp = stamps.get(key);
      known.set(key, { ...sums, stamp: stamp ?? 0 });
      await keepMonth(db, { siteId, month, stamp, sums });
    }
  }
  return known;
}

/** Only if no day was computed since the days were read: the stamp tells. */
async function keepMonth(
  db: Db,
  { siteId, month, stamp, sums }: { siteId: SiteId; month: string; stamp: number | undefined; sums: DaySums },
): Promise<void> {
  const kept = { sums: sums.views, days: sums.days, computedAtMs: sums.computedMs };
  const date = `${month}-01`;
  if (stamp === undefined)
    await db
      .insert(siteMonthSums)
      .values({ siteId, month: date, ...kept })
      .onConflictDoNothing();
  else
    await db
      .update(siteMonthSums)
      .set(kept)
      .where(and(eq(siteMonthSums.siteId, siteId), eq(siteMonthSums.month, date), eq(siteMonthSums.stamp, stamp)));
}

async function addMonths(db: Db, siteId: SiteId, months: readonly string[]): Promise<Map<string, DaySums>> {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const rows = await db
    .select({ day: siteDays.day, availability: siteDays.availability, computedMs: siteDays.computedAtMs })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gte(siteDays.day, `${first}-01`), lt(siteDays.day, dayAfter(last))));
  const byMonth = Map.groupBy(rows, ({ day }) => day.slice(0, 7));
  return new Map(months.flatMap((month) => entryOf(month, byMonth.get(month))));
}

type DayRow = { availability: unknown; computedMs: number };

function entryOf(month: string, rows: readonly DayRow[] | undefined): [string, DaySums][] {
  const sums = rows && addRows(rows);
  return sums && sums.days > 0 ? [[month, sums]] : [];
}

function addRows(rows: readonly DayRow[]): DaySums {
  const kept = rows.flatMap(({ availability, computedMs }) => {
    const views = parseSums<ViewSums[]>(availability);
    return views ? [{ views, computedMs }] : [];
  });
  return {
    views: addViewSums(kept.map(({ views }) => views)),
    days: kept.length,
    computedMs: kept.reduce<number | null>((latest, { computedMs }) => Math.max(latest ?? 0, computedMs), null),
  };
}

/** Sums of some days: of a month that a contract does not hold in from end to end. Index: the primary key of site_days. */
export async function readPartSums(db: Db, days: Days): Promise<DaySums> {
  const rows = await db
    .select({ availability: siteDays.availability, computedMs: siteDays.computedAtMs })
    .from(siteDays)
    .where(inDays(days));
  return addRows(rows);
}

/** Accounts of computed days, by time. Index: the primary key of site_days. */
export async function readDayAccounts(db: Db, days: Days): Promise<{ day: string; account: DayAccount }[]> {
  const rows = await db
    .select({ day: siteDays.day, account: siteDays.account })
    .from(siteDays)
    .where(inDays(days))
    .orderBy(asc(siteDays.day));
  return rows.flatMap(({ day, account }) => {
    const parsed = parseSums<DayAccount>(account);
    return parsed ? [{ day, account: parsed }] : [];
  });
}

/** @returns also how many of the days it is made of */
export async function readAccount(db: Db, days: Days): Promise<{ account: DayAccount; days: number }> {
  const accounts = await readDayAccounts(db, days);
  return { account: addDayAccounts(accounts.map(({ account }) => account)), days: accounts.length };
}

/** Stamps of months of a site; a month that was never computed since stamps are kept has 0. */
export async function readStamp(db: Db, siteId: SiteId, month: string): Promise<number> {
  const [row] = await db
    .select({ stamp: siteMonthSums.stamp })
    .from(siteMonthSums)
    .where(and(eq(siteMonthSums.siteId, siteId), eq(siteMonthSums.month, `${month}-01`)));
  return row?.stamp ?? 0;
}

function inDays({ siteId, fromDay, toDay }: Days) {
  return and(eq(siteDays.siteId, siteId), gte(siteDays.day, toIsoDate(fromDay)), lt(siteDays.day, toIsoDate(toDay)));
}

function dayAfter(month: string): string {
  return toIsoDate(addUnits(firstDayOf(month), 'month', 1));
}
