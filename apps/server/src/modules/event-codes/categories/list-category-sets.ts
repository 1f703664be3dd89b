import type { CategorySet } from '@solvane/contract/event-codes';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { type CategorySetEnergyType, DEFAULT_CATEGORY_SETS, type EventCategory } from '@solvane/energy/events/category-sets';
import { asc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { contractConfigurations } from '../../../db/schema/contracts.ts';
import { eventCategories, eventCategorySets, eventCodeOverrides, eventCodeSets } from '../../../db/schema/event-codes.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../../http/enterprise-scope.ts';
import { toRevision } from '../../configuration/revision.ts';
import { categorySetRevision } from './category-sets.ts';

const ENERGY_TYPES: readonly CategorySetEnergyType[] = ['All', 'PVPlant', 'Wind', 'Battery'];

/** Sets of the caller's enterprises; where none is in use for an energy type, the one every installation begins with. */
export async function listCategorySets(db: Db, caller: Caller): Promise<CategorySet[]> {
  const scope = enterprisesWith(caller, 'PageConfigureEventCategorySets');
  const owners = await db
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(isOfEnterprises(enterprises.id, scope))
    .orderBy(asc(enterprises.name), asc(enterprises.id));
  const sets = await db
    .select()
    .from(eventCategorySets)
    .where(isOfEnterprises(eventCategorySets.enterpriseId, scope))
    .orderBy(sql`lower(${eventCategorySets.name})`);
  const setIds = sets.map(({ id }) => id);
  const rows =
    setIds.length === 0
      ? []
      : await db.select().from(eventCategories).where(inArray(eventCategories.setId, setIds)).orderBy(asc(eventCategories.rank));
  const categories = Map.groupBy(rows, ({ setId }) => setId);
  const ownerIds = owners.map(({ id }) => id);
  const usesOf = await readUses(db, ownerIds);
  const abilities = (enterpriseId: EnterpriseId): CategorySet['can'] => ({
    edit: holds(caller, 'EditEventCategorySets', enterpriseId),
    prioritize: holds(caller, 'PrioritizeEventCategories', enterpriseId),
  });
  return ownerIds.flatMap((enterpriseId): CategorySet[] => {
    const own = sets.filter((set) => set.enterpriseId === enterpriseId);
    const can = abilities(enterpriseId);
    const defaults = ENERGY_TYPES.filter((energyType) => !own.some((set) => set.isInUse && set.energyType === energyType));
    return [
      ...own.map((set) => {
        const { id, name, energyType, isInUse } = set;
        const ofSet = (categories.get(id) ?? []).map(toCategory);
        return {
          id,
          enterpriseId,
          name,
          energyType,
          isInUse,
          categories: ofSet,
          revision: categorySetRevision(set, ofSet),
          uses: usesOf({ id, enterpriseId, energyType, isInUse }),
          can,
        };
      }),
      ...defaults.map((energyType) => ({
        id: null,
        enterpriseId,
        name: energyType,
        energyType,
        isInUse: true,
        categories: [...DEFAULT_CATEGORY_SETS[energyType]],
        revision: toRevision(DEFAULT_CATEGORY_SETS[energyType], undefined),
        uses: usesOf({ id: null, enterpriseId, energyType, isInUse: true }),
        can,
      })),
    ];
  });
}

type UsedSet = Pick<CategorySet, 'id' | 'enterpriseId' | 'energyType' | 'isInUse'>;

/** What depends on the sets of some enterprises: contracts that count by them, and codes that mean their categories. */
async function readUses(db: Db, enterpriseIds: readonly EnterpriseId[]): Promise<(set: UsedSet) => CategorySet['uses']> {
  if (enterpriseIds.length === 0) return () => ({ contracts: [], codes: [], overriddenCodes: 0 });
  const owned = sql`any(${sql.param([...enterpriseIds])}::text[])`;
  const contracts = await db
    .select({
      name: contractConfigurations.name,
      setId: contractConfigurations.lossCategorySetId,
    })
    .from(contractConfigurations)
    .where(sql`${contractConfigurations.enterpriseId} = ${owned}`)
    .orderBy(asc(contractConfigurations.name));
  const { rows: codes } = await db.execute<{
    enterprise_id: EnterpriseId | null;
    energy_type: CategorySetEnergyType;
    category: string;
    count: string;
  }>(sql`
    select code_set.enterprise_id, code_set.energy_type, code.category, count(*) as count
    from event_codes as code join event_code_sets as code_set on code_set.id = code.set_id
    where code_set.enterprise_id is null or code_set.enterprise_id = ${owned}
    group by code_set.enterprise_id, code_set.energy_type, code.category order by code.category`);
  const overridden = await db
    .select({
      enterpriseId: eventCodeOverrides.enterpriseId,
      energyType: eventCodeSets.energyType,
      count: sql<number>`count(distinct (${eventCodeOverrides.setId}, ${eventCodeOverrides.code}))::int`,
    })
    .from(eventCodeOverrides)
    .innerJoin(eventCodeSets, sql`${eventCodeSets.id} = ${eventCodeOverrides.setId}`)
    .where(sql`${eventCodeOverrides.enterpriseId} = ${owned} and ${isNotNull(eventCodeOverrides.category)}`)
    .groupBy(eventCodeOverrides.enterpriseId, eventCodeSets.energyType);
  return ({ id, enterpriseId, energyType, isInUse }) => {
    const ofCodes = codes.filter(
      (code) => isInUse && code.energy_type === energyType && (code.enterprise_id === null || code.enterprise_id === enterpriseId),
    );
    const byCategory = Map.groupBy(ofCodes, ({ category }) => category);
    return {
      contracts: id === null ? [] : contracts.filter(({ setId }) => setId === id).map(({ name }) => name),
      codes: [...byCategory].map(([category, rows]) => ({ category, codeCount: rows.reduce((sum, { count }) => sum + Number(count), 0) })),
      overriddenCodes: isInUse
        ? (overridden.find((row) => row.enterpriseId === enterpriseId && row.energyType === energyType)?.count ?? 0)
        : 0,
    };
  };
}

function toCategory({ name, eventType, timeCategory, rank }: typeof eventCategories.$inferSelect): EventCategory {
  return { name, eventType, timeCategory, rank };
}

function holds(caller: Caller, permission: PermissionName, enterpriseId: EnterpriseId): boolean {
  const where = enterprisesWith(caller, permission);
  return where === undefined || where.has(enterpriseId);
}
