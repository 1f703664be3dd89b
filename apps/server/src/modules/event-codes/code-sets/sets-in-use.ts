import type { SiteId } from '@solvane/contract/ids';
import type { CategorySetEnergyType, EventCategory } from '@solvane/energy/events/category-sets';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { eventCategorySets } from '../../../db/schema/event-codes.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { loadCategorySet } from '../mapping/site-event-codes.ts';

export interface SetInUse {
  name: string;
  energyType: CategorySetEnergyType;
  categories: readonly EventCategory[];
}

/** Category sets that the enterprises of sites made and use; where there is none, the default holds. */
export async function listSetsInUse(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SetInUse[]>> {
  if (siteIds.length === 0) return new Map();
  const rows = await db
    .select({
      siteId: sites.id,
      setId: eventCategorySets.id,
      name: eventCategorySets.name,
      energyType: eventCategorySets.energyType,
    })
    .from(eventCategorySets)
    .innerJoin(sites, eq(sites.enterpriseId, eventCategorySets.enterpriseId))
    .where(and(eq(eventCategorySets.isInUse, true), inArray(sites.id, [...siteIds])));
  const categories = new Map<string, readonly EventCategory[]>();
  for (const setId of new Set(rows.map((row) => row.setId))) categories.set(setId, await loadCategorySet(db, setId));
  const found = rows.map(({ siteId, setId, name, energyType }) => ({ siteId, name, energyType, categories: categories.get(setId) ?? [] }));
  return Map.groupBy(found, ({ siteId }) => siteId);
}
