import type { SiteId } from '@solvane/contract/ids';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { dayBounds } from '@solvane/energy/time/local-day';
import type { Db } from '../../db/db.ts';
import type { Deps } from '../../deps.ts';
import { announceSiteChange } from '../../jobs/announce.ts';
import { storeComputedEvents } from './computed-events.ts';

interface ComputedBatch {
  siteId: SiteId;
  zone: string;
  nowMs: number;
}

type ComputedDayEvents = Pick<SiteDayOutputs, 'day' | 'timelines' | 'promoted' | 'losses'>;

/** Stores the events of the days of a batch, in the transaction that ends it, and says so when that commits. */
export function createStoreEvents({ bus, now }: Pick<Deps, 'bus' | 'now'>) {
  return async (tx: Db, { siteId, zone, nowMs }: ComputedBatch, computed: readonly ComputedDayEvents[]): Promise<void> => {
    let period: { fromMs: number; toMs: number } | undefined;
    for (const { day, timelines, promoted, losses } of computed) {
      const { isChanged } = await storeComputedEvents(tx, { siteId, zone, day, timelines, promoted, losses, nowMs });
      if (!isChanged) continue;
      const { startMs, endMs } = dayBounds(day, zone);
      period = { fromMs: Math.min(period?.fromMs ?? startMs, startMs), toMs: Math.max(period?.toMs ?? endMs, endMs) };
    }
    if (period) await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'events', ...period });
  };
}
