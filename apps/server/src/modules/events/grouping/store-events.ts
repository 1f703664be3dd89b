import type { SiteId } from '@solvane/contract/ids';
import { dayBounds } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import type { Deps } from '../../../deps.ts';
import { announceSiteChange } from '../../../jobs/announce.ts';
import { storeComputedEvents } from './computed-events.ts';
import type { ComputedDayEvents } from './join-days.ts';

interface ComputedBatch {
  siteId: SiteId;
  zone: string;
  nowMs: number;
}

/** Stores the events of the days of a batch, in the transaction that ends it, and announces them when that commits. */
export function createStoreEvents({ bus, now }: Pick<Deps, 'bus' | 'now'>) {
  return async (tx: Db, { siteId, zone, nowMs }: ComputedBatch, computed: readonly ComputedDayEvents[]): Promise<void> => {
    let period: { fromMs: number; toMs: number } | undefined;
    for (const days of toRuns(computed)) {
      const [first, last] = [days[0], days.at(-1)];
      if (!first || !last) continue;
      const { isChanged } = await storeComputedEvents(tx, { siteId, zone, days, nowMs });
      if (!isChanged) continue;
      const [{ startMs }, { endMs }] = [dayBounds(first.day, zone), dayBounds(last.day, zone)];
      period = { fromMs: Math.min(period?.fromMs ?? startMs, startMs), toMs: Math.max(period?.toMs ?? endMs, endMs) };
    }
    if (period) await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'events', ...period });
  };
}

/** A day that could not be computed keeps the events it had: what stands on either side of it is stored by itself. */
function toRuns(computed: readonly ComputedDayEvents[]): ComputedDayEvents[][] {
  const runs: ComputedDayEvents[][] = [];
  for (const day of computed) {
    const run = runs.at(-1);
    if (run?.at(-1)?.day === day.day - 1) run?.push(day);
    else runs.push([day]);
  }
  return runs;
}
