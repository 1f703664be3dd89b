import type { Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { dayStart, type Period, parseIsoDate } from '@solvane/energy/time/local-day';
import type { DateSpan } from '@solvane/energy/time/validity';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { SINCE_EVER, sites } from '../../db/schema/fleet.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { type AuditEntry, audit } from '../access/audit.ts';
import type { ConfigurationReason, OnConfigurationChanged } from '../recalculation/configuration-changes.ts';
import { beginRecalculation } from '../recalculation/recalculations.ts';

export interface ConfigureDeps extends Pick<Deps, 'db' | 'now'> {
  onConfigurationChanged: OnConfigurationChanged;
}

/** Sites and the days, or the periods, on which something holds differently for them. */
export type Touched = { siteIds: Iterable<SiteId> } & (DateSpan | { periods: readonly Period[] });

export interface Outcome<T extends object> {
  result: T;
  touched: readonly Touched[];
  entries: readonly AuditEntry[];
  warnings?: readonly Issue[];
}

/**
 * Saves a configuration in one transaction with its audit entries and the days it recalculates. Only one runs at a time in the whole
 * installation, so that what was checked still holds when it is written.
 */
export async function changeConfiguration<T extends object>(
  { db, now, onConfigurationChanged }: ConfigureDeps,
  { caller, reason }: { caller: Caller; reason: ConfigurationReason },
  work: (tx: Db) => Promise<Outcome<T>>,
): Promise<T & ConfigurationSaved> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CONFIGURATION_LOCK}::bigint)`);
    const { result, touched, entries, warnings = [] } = await work(tx);
    await audit(tx, { actor: caller, nowMs: now() }, entries);
    const changes: ConfigurationSaved['changes'] = [];
    const markedFromMs = now();
    const touchedPeriods = await inPeriods(tx, touched);
    for (const { siteIds, periods } of touchedPeriods) {
      await onConfigurationChanged(tx, { siteIds, periods, reason });
      const seen = siteIds.filter((siteId) => caller.visibleSiteIds.has(siteId));
      if (seen.length > 0) changes.push({ siteIds: seen, ...extentOf(periods) });
    }
    const recalculated = touchedPeriods.flatMap(({ siteIds }) => siteIds);
    await beginRecalculation(tx, { userId: caller.userId, reason, siteIds: recalculated, markedFromMs, markedUntilMs: now() });
    return { ...result, changes, warnings: [...warnings] };
  });
}

/** Any number; the same in every process. */
const CONFIGURATION_LOCK = 7_351_240_312;

interface TouchedPeriods {
  siteIds: SiteId[];
  periods: readonly Period[];
}

/** Days are local days of each site: sites of one zone share a change. */
async function inPeriods(tx: Db, touched: readonly Touched[]): Promise<TouchedPeriods[]> {
  const ids = new Set(touched.flatMap(({ siteIds }) => [...siteIds]));
  if (ids.size === 0) return [];
  const rows = await tx.select({ id: sites.id, timezone: sites.timezone }).from(sites).where(isOneOf(sites.id, ids));
  const zones = new Map(rows.map(({ id, timezone }) => [id, timezone ?? 'UTC']));
  return touched.flatMap((each): TouchedPeriods[] => {
    const known = [...new Set(each.siteIds)].filter((siteId) => zones.has(siteId));
    if (known.length === 0) return [];
    if ('periods' in each) return each.periods.length === 0 ? [] : [{ siteIds: known, periods: each.periods }];
    const byZone = Map.groupBy(known, (siteId) => zones.get(siteId) ?? 'UTC');
    return [...byZone].map(([zone, siteIds]) => ({
      siteIds,
      periods: [
        {
          startMs: instantOf(each.validFrom, zone, Number.NEGATIVE_INFINITY),
          endMs: instantOf(each.validTo, zone, Number.POSITIVE_INFINITY),
        },
      ],
    }));
  });
}

function instantOf(date: string, zone: string, unlimited: number): number {
  const day = date === SINCE_EVER || date === FOR_EVER ? undefined : parseIsoDate(date);
  return day === undefined ? unlimited : dayStart(day, zone);
}

/** From the beginning of the first period to the end of the last one. */
function extentOf(periods: readonly Period[]): { startMs: number | null; endMs: number | null } {
  return {
    startMs: finiteOrNull(periods.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY)),
    endMs: finiteOrNull(periods.reduce((last, { endMs }) => Math.max(last, endMs), Number.NEGATIVE_INFINITY)),
  };
}

function finiteOrNull(instantMs: number): number | null {
  return Number.isFinite(instantMs) ? instantMs : null;
}
