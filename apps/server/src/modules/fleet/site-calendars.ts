import type { SiteId } from '@solvane/contract/ids';
import { DAY_MS } from '@solvane/energy/time/zone';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { siteCalendars, sites } from '../../db/schema/fleet.ts';
import { seriesBlocks } from '../../db/schema/series.ts';
import { firstSeriesOf } from '../../signals/series-registry.ts';
import type { SignalMaintenance } from '../../signals/signal-maintenance.ts';

/** Before any plant that is measured. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** Zones are less than a day from UTC, intervals less than a day long. */
const MARGIN_MS = 2 * DAY_MS;

/**
 * Rolls sites up again whose zone or interval changed: local days and valid shares of hours are others then. Repeats cleanly: what was
 * done is noted down behind it.
 *
 * @returns sites that had changed
 */
export async function followCalendars({
  db,
  store,
  now,
}: {
  db: Db;
  store: Pick<SignalMaintenance, 'invalidateRollups'>;
  now: () => number;
}): Promise<SiteId[]> {
  const changed = await findChanged(db);
  for (const { siteId, timezone, signalCalcPeriod, firstPointMs, lastPointMs } of changed) {
    const blocks = await db.select({ block: seriesBlocks.block }).from(seriesBlocks).where(eq(seriesBlocks.siteId, siteId));
    if (blocks.length > 0 && lastPointMs !== null) {
      const startMs = (firstPointMs ?? EARLIEST_MS) - MARGIN_MS;
      const endMs = Math.max(lastPointMs, now()) + MARGIN_MS;
      await store.invalidateRollups(
        blocks.map(({ block }) => firstSeriesOf(block)),
        { startMs, endMs },
      );
    }
    const row = { siteId, timezone, signalCalcPeriod };
    await db.insert(siteCalendars).values(row).onConflictDoUpdate({ target: siteCalendars.siteId, set: row });
  }
  return changed.map(({ siteId }) => siteId);
}

async function findChanged(db: Db) {
  const timezone = sql<string>`coalesce(${sites.timezone}, 'UTC')`;
  return db
    .select({
      siteId: sites.id,
      timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
      firstPointMs: siteArrivals.firstPointMs,
      lastPointMs: siteArrivals.lastPointMs,
    })
    .from(sites)
    .leftJoin(siteCalendars, eq(siteCalendars.siteId, sites.id))
    .leftJoin(siteArrivals, eq(siteArrivals.siteId, sites.id))
    .where(sql`(${siteCalendars.timezone}, ${siteCalendars.signalCalcPeriod}) is distinct from (${timezone}, ${sites.signalCalcPeriod})`);
}
