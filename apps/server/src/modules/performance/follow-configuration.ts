import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import type { Deps } from '../../deps.ts';
import { announceSiteChanges } from '../../jobs/announce.ts';
import type { OnConfigurationChanged } from '../recalculation/configuration-changes.ts';
import { markPeriodsDirty } from '../recalculation/site-days.ts';

/** Recalculates the days that a saved configuration affects; until then their sites are pending. */
export function createFollowConfiguration({ bus, now }: Pick<Deps, 'bus' | 'now'>): OnConfigurationChanged {
  return async (tx, { siteIds, periods, reason }) => {
    const nowMs = now();
    const waiting = [];
    for (const siteId of [...siteIds].sort()) {
      const marked = await markPeriodsDirty(tx, { siteIds: [siteId], periods, reason: 'configuration', nowMs });
      if (marked > 0) waiting.push(siteId);
    }
    if (waiting.length > 0) await tx.update(sites).set({ pendingSinceMs: nowMs, pendingWhy: reason }).where(isOneOf(sites.id, waiting));
    const changes = [...new Set(siteIds)].map((siteId) => ({ siteId, what: 'configuration' as const, fromMs: null, toMs: null }));
    await announceSiteChanges({ db: tx, bus, now }, changes);
  };
}
