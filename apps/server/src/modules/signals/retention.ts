import type { SiteId } from '@solvane/contract/ids';
import type { CalcType } from '@solvane/energy/signals/calc-types';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { DAY_MS } from '@solvane/energy/time/zone';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { sites } from '../../db/schema/fleet.ts';
import { series, seriesBlocks } from '../../db/schema/series.ts';
import { pointKindOf } from '../../signals/series-registry.ts';
import type { SignalMaintenance } from '../../signals/signal-maintenance.ts';
import type { StoredSeries } from '../../signals/signal-reader.ts';

/** Days that points are kept, by calculation type; without limit where there is none. */
export type Retention = Partial<Record<CalcType, number>>;

interface RetentionDeps {
  db: Db;
  store: Pick<SignalMaintenance, 'deleteBefore'>;
  now: () => number;
}

/** Each deletion rewrites parts of tables, however few series it names; a statement names no more than this. */
const SERIES_PER_DELETION = 10_000;

/** Deletes what is older than it is kept. A run that is cut off goes on with the next one. */
export async function deleteOldPoints({ db, store, now }: RetentionDeps, retention: Retention, signal?: AbortSignal): Promise<void> {
  for (const [calcType, days] of Object.entries(retention)) {
    const beforeMs = Math.floor(now() / DAY_MS - days) * DAY_MS;
    const stored = await listSeries(db, calcType);
    // Before the points go, so that a crash in between costs nothing.
    if (calcType === 'Raw') await moveBeginnings(db, new Set(stored.map(({ siteId }) => siteId)), beforeMs);
    for (let start = 0; start < stored.length; start += SERIES_PER_DELETION) {
      signal?.throwIfAborted();
      await store.deleteBefore(stored.slice(start, start + SERIES_PER_DELETION), beforeMs);
    }
  }
}

async function listSeries(db: Db, calcType: string): Promise<(StoredSeries & { siteId: SiteId })[]> {
  const rows = await db
    .select({ series: series.id, siteId: seriesBlocks.siteId, timezone: sites.timezone, signalCalcPeriod: sites.signalCalcPeriod })
    .from(series)
    .innerJoin(seriesBlocks, eq(seriesBlocks.block, series.block))
    .innerJoin(sites, eq(sites.id, seriesBlocks.siteId))
    .where(eq(series.calcType, calcType))
    .orderBy(series.id);
  const kind = pointKindOf(calcType);
  return rows.map(({ series: number, siteId, timezone, signalCalcPeriod }) => ({
    series: number,
    siteId,
    kind,
    zone: timezone ?? 'UTC',
    intervalMs: SIGNAL_CALC_PERIODS[signalCalcPeriod],
  }));
}

/** Days without raw points must not be recalculated: their results, kept longer, would be replaced by nothing. */
async function moveBeginnings(db: Db, siteIds: ReadonlySet<SiteId>, beforeMs: number): Promise<void> {
  await db
    .update(siteArrivals)
    .set({ firstPointMs: beforeMs })
    .where(
      and(
        sql`${siteArrivals.siteId} = any(${sql.param([...siteIds])}::text[])`,
        lt(siteArrivals.firstPointMs, beforeMs),
        gte(siteArrivals.lastPointMs, beforeMs),
      ),
    );
}
