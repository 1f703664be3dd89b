import type { SiteId } from '@solvane/contract/ids';
import { addDayAccounts, type DayAccount } from '@solvane/energy/site-day/availability/day-account';
import { addViewSums, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { addUnits } from '@solvane/energy/time/bucket';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
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
  for (const month of months) {
    const missing = new Set([...siteIds].filter((siteId) => !known.has(monthKey(siteId, month))));
    const added = await addMonth(db, missing, month);
    const kept = [...added].map(([siteId, sums]) => ({ siteId, month, sums, stamp: stamps.get(monthKey(siteId, month)) ?? 0 }));
    for (const { siteId, sums, stamp } of kept) known.set(monthKey(siteId, month), { ...sums, stamp });
    // In one order: readers that keep the same months at the same time do not wait for each other in a circle.
    await keepMonths(
      db,
      kept.toSorted((a, b) => (a.siteId < b.siteId ? -1 : 1)),
    );
  }
  return known;
}

/** Only where no day was computed since the days were read: the stamp tells. */
async function keepMonths(db: Db, kept: readonly { siteId: SiteId; month: string; stamp: number; sums: DaySums }[]): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ siteId, month, stamp, sums: { views, days, computedMs } }) => ({
    ...{ siteId, month: `${month}-01`, stamp },
    ...{ sums: views, days, computedAtMs: computedMs },
  }));
  await db
    .insert(siteMonthSums)
    .values(rows)
    .onConflictDoUpdate({
      target: [siteMonthSums.siteId, siteMonthSums.month],
      set: { sums: sql`excluded.sums`, days: sql`excluded.days`, computedAtMs: sql`excluded.computed_at_ms` },
      setWhere: sql`${siteMonthSums.stamp} = excluded.stamp`,
    });
}

async function addMonth(db: Db, siteIds: ReadonlySet<SiteId>, month: string): Promise<Map<SiteId, DaySums>> {
  if (siteIds.size === 0) return new Map();
  const rows = await db
    .select({ siteId: siteDays.siteId, availability: siteDays.availability, computedMs: siteDays.computedAtMs })
    .from(siteDays)
    .where(and(isOneOf(siteDays.siteId, siteIds), gte(siteDays.day, `${month}-01`), lt(siteDays.day, dayAfter(month))));
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map([...bySite].map(([siteId, own]) => [siteId, addRows(own)] as const).filter(([, { days }]) => days > 0));
}

type DayRow = { availability: unknown; computedMs: number };

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
