import { randomUUID } from 'node:crypto';
import type { DemoEventCodeList } from '@solvane/contract/demo-worker';
import type { SiteId } from '@solvane/contract/ids';
import { isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { eventCodeSets, eventCodes } from '../../db/schema/event-codes.ts';
import { markSiteDaysDirty } from '../recalculation/site-days.ts';

/** Explains the codes of the demo's manufacturers, for everybody, where no set of that name does. What no list explains stays unmapped. */
export async function fillEventCodes(
  db: Db,
  lists: readonly DemoEventCodeList[],
  { siteIds, by, nowMs }: { siteIds: readonly SiteId[]; by: string; nowMs: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await tx
      .select({ name: sql<string>`lower(${eventCodeSets.name})` })
      .from(eventCodeSets)
      .where(isNull(eventCodeSets.enterpriseId));
    const missing = lists.filter(({ manufacturer }) => known.every(({ name }) => name !== manufacturer.toLowerCase()));
    for (const { manufacturer, models, energyType, codes } of missing) {
      const setId = randomUUID();
      await tx.insert(eventCodeSets).values({
        id: setId,
        enterpriseId: null,
        name: manufacturer,
        manufacturer,
        models: [...models],
        energyType,
        updatedBy: by,
        updatedAtMs: nowMs,
      });
      await tx.insert(eventCodes).values(
        codes.map(({ code, text, category, eventType, priority }) => ({
          setId,
          code,
          category,
          eventType,
          priority: priority ?? null,
          description: text,
        })),
      );
    }
    // Earlier events were found before their codes were classified.
    if (missing.length > 0)
      await markSiteDaysDirty(tx, {
        siteIds,
        startMs: Number.NEGATIVE_INFINITY,
        endMs: Number.POSITIVE_INFINITY,
        reason: 'configuration',
        nowMs,
      });
  });
}
