import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import { categorySetContentSchema, type eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { ConfigurationSaved, Revision, SavedVersion } from '@solvane/contract/validity';
import { type CategorySetEnergyType, DEFAULT_CATEGORY_SETS, type EventCategory, rankProblem } from '@solvane/energy/events/category-sets';
import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { contractConfigurations } from '../../../db/schema/contracts.ts';
import {
  type EventCategorySetRow,
  eventCategories,
  eventCategorySets,
  eventCodeOverrides,
  eventCodeSets,
  eventCodes,
} from '../../../db/schema/event-codes.ts';
import { sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../../http/enterprise-scope.ts';
import type { AuditEntry } from '../../access/audit.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../../configuration/change-configuration.ts';
import { assertEnterprise, problem, refuse } from '../../configuration/configuration-checks.ts';
import { assertRevision, toRevision } from '../../configuration/revision.ts';
import { getVersion, listVersions, recordVersion, removeVersions, type Versioned } from '../../configuration/versions.ts';
import { loadCategorySet } from '../mapping/site-event-codes.ts';

export async function saveCategorySet(
  deps: ConfigureDeps,
  caller: Caller,
  { id: wantedId, categories, seenRevision, note, ...wanted }: BodyOf<typeof eventCategorySetEndpoints.save>,
): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'EditEventCategorySets', wanted.enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const before = wantedId === null ? undefined : await getSet(tx, { caller, setId: wantedId, permission: 'EditEventCategorySets' });
    if (before && before.enterpriseId !== wanted.enterpriseId) throw new AppError('eventCategorySets.notFound');
    const stored = before && (await stateOf(tx, before));
    if (stored) assertRevision(seenRevision, stored.revision);
    const id = before?.id ?? randomUUID();
    refuse([
      ...(await nameProblems(tx, { id, ...wanted })),
      ...repeatedProblems(categories),
      ...(wanted.isInUse ? await missingProblems(tx, wanted, new Set(categories.map(({ name }) => name))) : []),
    ]);
    const { enterpriseId, energyType } = wanted;
    const changed = lastChange(deps, caller);
    if (wanted.isInUse)
      await tx
        .update(eventCategorySets)
        .set({ isInUse: false, ...changed })
        .where(
          and(
            eq(eventCategorySets.enterpriseId, enterpriseId),
            eq(eventCategorySets.energyType, energyType),
            eq(eventCategorySets.isInUse, true),
            ne(eventCategorySets.id, id),
          ),
        );
    const row = { id, ...wanted, ...changed };
    await tx.insert(eventCategorySets).values(row).onConflictDoUpdate({ target: eventCategorySets.id, set: row });
    await tx.delete(eventCategories).where(eq(eventCategories.setId, id));
    await tx.insert(eventCategories).values(categories.map((category) => ({ setId: id, ...category })));
    await recordVersion(tx, versionedSet(id), { before: stored, after: await stateOf(tx, row), note });
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
    const before = await stateOf(tx, set);
    await tx
      .update(eventCategories)
      .set({ rank })
      .where(and(eq(eventCategories.setId, setId), eq(eventCategories.name, category)));
    await recordChange(tx, set, { before, changed: lastChange(deps, caller) });
    return { result: {}, touched: await touchedBy(tx, set.enterpriseId), entries: [entry('prioritize', set, { category, rank })] };
  });
}

/** The order of all categories at once: what was dragged somewhere moves all that lie between. */
export async function reorderCategories(
  deps: ConfigureDeps,
  caller: Caller,
  { setId, categories: order, seenRevision, note }: BodyOf<typeof eventCategorySetEndpoints.reorder>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const set = await getSet(tx, { caller, setId, permission: 'PrioritizeEventCategories' });
    const before = await stateOf(tx, set);
    assertRevision(seenRevision, before.revision);
    const known = new Set(before.content.categories.map(({ name }) => name));
    const missing = known.difference(new Set(order));
    refuse([
      ...order.flatMap((category, index): Issue[] => {
        const path = ['categories', index];
        if (!known.has(category)) return [problem('EventCategorySet_Problem_categoryNotInSet', path, { category, set: set.name })];
        const first = order.indexOf(category);
        return first === index
          ? []
          : [problem('EventCategorySet_Problem_priorityExists', path, { category, rank: first + 1, other: category, set: set.name })];
      }),
      // Another user added it in the meantime.
      ...[...missing].map((category) => problem('EventCategorySet_Problem_NotOrdered', ['categories'], { category, set: set.name })),
    ]);
    await tx.execute(sql`
      update event_categories set rank = place from unnest(${sql.param(order)}::text[]) with ordinality as wanted (name, place)
      where set_id = ${setId} and event_categories.name = wanted.name`);
    await recordChange(tx, set, { before, changed: lastChange(deps, caller), note });
    return { result: {}, touched: await touchedBy(tx, set.enterpriseId), entries: [entry('reorder', set, { categories: order })] };
  });
}

export async function removeCategorySet(
  deps: ConfigureDeps,
  caller: Caller,
  { setId, seenRevision }: BodyOf<typeof eventCategorySetEndpoints.remove>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const set = await getSet(tx, { caller, setId, permission: 'EditEventCategorySets' });
    assertRevision(seenRevision, (await stateOf(tx, set)).revision);
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
    await removeVersions(tx, versionedSet(setId));
    return { result: {}, touched: await touchedBy(tx, set.enterpriseId), entries: [entry('remove', set, {})] };
  });
}

function lastChange({ now }: ConfigureDeps, { name }: Caller): Pick<EventCategorySetRow, 'updatedBy' | 'updatedAtMs'> {
  return { updatedBy: name, updatedAtMs: now() };
}

function versionedSet(setId: string): Versioned {
  return { kind: 'eventCategorySet', entityId: setId };
}

interface SetState {
  revision: Revision;
  content: CategorySetContent;
}

async function stateOf(tx: Db, set: EventCategorySetRow): Promise<SetState> {
  const categories = await loadCategorySet(tx, set.id);
  return { revision: categorySetRevision(set, categories), content: { name: set.name, isInUse: set.isInUse, categories } };
}

/** Of categories of a set that stays as it is otherwise. */
async function recordChange(
  tx: Db,
  set: EventCategorySetRow,
  { before, changed, note }: { before: SetState; changed: ReturnType<typeof lastChange>; note?: string | undefined },
): Promise<void> {
  await tx.update(eventCategorySets).set(changed).where(eq(eventCategorySets.id, set.id));
  await recordVersion(tx, versionedSet(set.id), { before, after: await stateOf(tx, { ...set, ...changed }), note });
}

/** @throws AppError eventCategorySets.notFound */
export async function listCategorySetVersions(db: Db, caller: Caller, setId: string): Promise<SavedVersion[]> {
  await getSet(db, { caller, setId, permission: 'PageConfigureEventCategorySets' });
  return listVersions(db, versionedSet(setId));
}

/** @throws AppError eventCategorySets.notFound, resource.notFound */
export async function getCategorySetVersion(
  db: Db,
  caller: Caller,
  { setId, version }: BodyOf<typeof eventCategorySetEndpoints.version>,
): Promise<CategorySetContent> {
  await getSet(db, { caller, setId, permission: 'PageConfigureEventCategorySets' });
  return categorySetContentSchema.parse(await getVersion(db, versionedSet(setId), version));
}

/** @param categories - by rank */
export function categorySetRevision(
  { name, energyType, isInUse, ...changed }: EventCategorySetRow,
  categories: readonly EventCategory[],
): Revision {
  const content = categories.map((category) => [category.name, category.eventType, category.timeCategory, category.rank]);
  return toRevision([name, energyType, isInUse, content], changed);
}

async function getSet(
  tx: Db,
  { caller, setId, permission }: { caller: Caller; setId: string; permission: PermissionName },
): Promise<EventCategorySetRow> {
  const [row] = await tx
    .select()
    .from(eventCategorySets)
    .where(and(eq(eventCategorySets.id, setId), isOfEnterprises(eventCategorySets.enterpriseId, enterprisesWith(caller, permission))));
  if (!row) throw new AppError('eventCategorySets.notFound');
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

type CategorySetContent = ResponseOf<typeof eventCategorySetEndpoints.version>;
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
  const stated = await tx
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
    [...own, ...stated].filter(({ category }) => !kept.has(category)),
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

/** Sites of an enterprise at any time: categories have no dates, and each event has one. */
async function touchedBy(tx: Db, enterpriseId: EnterpriseId): Promise<Touched[]> {
  const rows = await tx.select({ id: sites.id }).from(sites).where(eq(sites.enterpriseId, enterpriseId));
  return [{ siteIds: rows.map(({ id }) => id), periods: [{ startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY }] }];
}
