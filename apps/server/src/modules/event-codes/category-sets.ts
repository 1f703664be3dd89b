import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { type CategorySetEnergyType, DEFAULT_CATEGORY_SETS, rankProblem } from '@solvane/energy/events/category-sets';
import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { contractConfigurations } from '../../db/schema/contracts.ts';
import {
  type EventCategorySetRow,
  eventCategories,
  eventCategorySets,
  eventCodeOverrides,
  eventCodeSets,
  eventCodes,
} from '../../db/schema/event-codes.ts';
import { enterprises } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import type { AuditEntry } from '../access/audit.ts';
import { assertEnterprise, type ConfigureDeps, changeConfiguration, problem, refuse } from '../fleet/change-configuration.ts';
import { touchedBy } from './code-sets.ts';
import { loadCategorySet } from './site-event-codes.ts';

const ENERGY_TYPES: readonly CategorySetEnergyType[] = ['All', 'PVPlant', 'Wind', 'Battery'];

/** Sets of the caller's enterprises; where none is in use for an energy type, the one every installation begins with. */
export async function listCategorySets(db: Db, caller: Caller): Promise<ResponseOf<typeof eventCategorySetEndpoints.list>['items']> {
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
  const items = [];
  for (const { id: enterpriseId } of owners) {
    const own = sets.filter((set) => set.enterpriseId === enterpriseId);
    for (const { id, name, energyType, isInUse } of own)
      items.push({ id, enterpriseId, name, energyType, isInUse, categories: await loadCategorySet(db, id) });
    for (const energyType of ENERGY_TYPES) {
      if (own.some((set) => set.isInUse && set.energyType === energyType)) continue;
      items.push({
        id: null,
        enterpriseId,
        name: energyType,
        energyType,
        isInUse: true,
        categories: [...DEFAULT_CATEGORY_SETS[energyType]],
      });
    }
  }
  return items;
}

export async function saveCategorySet(
  deps: ConfigureDeps,
  caller: Caller,
  { id: wantedId, categories, ...wanted }: BodyOf<typeof eventCategorySetEndpoints.save>,
): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'EditEventCategorySets', wanted.enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const before = wantedId === null ? undefined : await getSet(tx, { caller, setId: wantedId, permission: 'EditEventCategorySets' });
    if (before && before.enterpriseId !== wanted.enterpriseId) throw new AppError('resource.notFound');
    const id = before?.id ?? randomUUID();
    refuse([
      ...(await nameProblems(tx, { id, ...wanted })),
      ...repeatedProblems(categories),
      ...(wanted.isInUse ? await missingProblems(tx, wanted, new Set(categories.map(({ name }) => name))) : []),
    ]);
    const { enterpriseId, energyType } = wanted;
    if (wanted.isInUse)
      await tx
        .update(eventCategorySets)
        .set({ isInUse: false })
        .where(
          and(eq(eventCategorySets.enterpriseId, enterpriseId), eq(eventCategorySets.energyType, energyType), ne(eventCategorySets.id, id)),
        );
    const row = { id, ...wanted, updatedBy: caller.name, updatedAtMs: deps.now() };
    await tx.insert(eventCategorySets).values(row).onConflictDoUpdate({ target: eventCategorySets.id, set: row });
    await tx.delete(eventCategories).where(eq(eventCategories.setId, id));
    await tx.insert(eventCategories).values(categories.map((category) => ({ setId: id, ...category })));
    return {
      result: { id },
      touched: await touchedBy(tx, enterpriseId),
      entries: [entry('save', row, { isInUse: wanted.isInUse, categories })],
    };
  });
}

export async function prioritizeCategory(
  deps: ConfigureDeps,
  caller: Caller,
  { setId, category, rank }: BodyOf<typeof eventCategorySetEndpoints.prioritize>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const set = await getSet(tx, { caller, setId, permission: 'PrioritizeEventCategories' });
    const categories = await loadCategorySet(tx, setId);
    const kind = rankProblem(categories, category, rank);
    const other = categories.find((each) => each.rank === rank)?.name ?? '';
    refuse(kind ? [problem(`EventCategorySet_Problem_${kind}`, ['rank'], { category, rank, other, set: set.name })] : []);
    await tx
      .update(eventCategories)
      .set({ rank })
      .where(and(eq(eventCategories.setId, setId), eq(eventCategories.name, category)));
    return { result: {}, touched: await touchedBy(tx, set.enterpriseId), entries: [entry('prioritize', set, { category, rank })] };
  });
}

export async function removeCategorySet(deps: ConfigureDeps, caller: Caller, setId: string): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const set = await getSet(tx, { caller, setId, permission: 'EditEventCategorySets' });
    const contracts = await tx
      .select({ name: contractConfigurations.name })
      .from(contractConfigurations)
      .where(eq(contractConfigurations.lossCategorySetId, setId))
      .orderBy(asc(contractConfigurations.name));
    const where = contracts.map(({ name }) => name).join(', ');
    refuse([
      ...(where === '' ? [] : [problem('Configuration_Problem_InUse', ['setId'], { name: set.name, where })]),
      ...(set.isInUse ? await missingProblems(tx, set, new Set(DEFAULT_CATEGORY_SETS[set.energyType].map(({ name }) => name))) : []),
    ]);
    await tx.delete(eventCategorySets).where(eq(eventCategorySets.id, setId));
    return { result: {}, touched: await touchedBy(tx, set.enterpriseId), entries: [entry('remove', set, {})] };
  });
}

async function getSet(
  tx: Db,
  { caller, setId, permission }: { caller: Caller; setId: string; permission: PermissionName },
): Promise<EventCategorySetRow> {
  const [row] = await tx
    .select()
    .from(eventCategorySets)
    .where(and(eq(eventCategorySets.id, setId), isOfEnterprises(eventCategorySets.enterpriseId, enterprisesWith(caller, permission))));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

async function nameProblems(
  tx: Db,
  { id, name, enterpriseId }: { id: string; name: string; enterpriseId: EnterpriseId },
): Promise<Issue[]> {
  const [taken] = await tx
    .select({ id: eventCategorySets.id })
    .from(eventCategorySets)
    .where(
      and(
        eq(eventCategorySets.enterpriseId, enterpriseId),
        ne(eventCategorySets.id, id),
        sql`lower(${eventCategorySets.name}) = lower(${name})`,
      ),
    );
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

type Categories = BodyOf<typeof eventCategorySetEndpoints.save>['categories'];

function repeatedProblems(categories: Categories): Issue[] {
  return categories.flatMap(({ name, rank }, index): Issue[] => {
    const earlier = categories.slice(0, index);
    const path = ['categories', index];
    const other = earlier.find((category) => category.rank === rank);
    return [
      ...(earlier.some((category) => category.name === name) ? [problem('EventCategorySet_Problem_Twice', path, { category: name })] : []),
      ...(other ? [problem('EventCategorySet_Problem_priorityExists', path, { category: name, rank, other: other.name })] : []),
    ];
  });
}

/** Categories that codes of the enterprise's devices mean and that the set would not have any more, with the code sets that mean them. */
async function missingProblems(
  tx: Db,
  { enterpriseId, energyType }: { enterpriseId: EnterpriseId; energyType: CategorySetEnergyType },
  kept: ReadonlySet<string>,
): Promise<Issue[]> {
  const own = await tx
    .selectDistinct({ category: eventCodes.category, set: eventCodeSets.name })
    .from(eventCodes)
    .innerJoin(eventCodeSets, eq(eventCodeSets.id, eventCodes.setId))
    .where(and(eq(eventCodeSets.energyType, energyType), eq(eventCodeSets.enterpriseId, enterpriseId)));
  const said = await tx
    .selectDistinct({ category: sql<string>`${eventCodeOverrides.category}`, set: eventCodeSets.name })
    .from(eventCodeOverrides)
    .innerJoin(eventCodeSets, eq(eventCodeSets.id, eventCodeOverrides.setId))
    .where(
      and(
        eq(eventCodeSets.energyType, energyType),
        eq(eventCodeOverrides.enterpriseId, enterpriseId),
        isNotNull(eventCodeOverrides.category),
      ),
    );
  const missing = Map.groupBy(
    [...own, ...said].filter(({ category }) => !kept.has(category)),
    ({ category }) => category,
  );
  return [...missing].map(([category, uses]) =>
    problem('EventCategorySet_Problem_InUse', ['categories'], {
      category,
      where: [...new Set(uses.map(({ set }) => set))].sort().join(', '),
    }),
  );
}

function entry(
  verb: string,
  { id, enterpriseId, name }: Pick<EventCategorySetRow, 'id' | 'enterpriseId' | 'name'>,
  details: object,
): AuditEntry {
  return { action: `eventCategorySet.${verb}`, entityType: 'eventCategorySet', entityId: id, enterpriseId, details: { name, ...details } };
}
