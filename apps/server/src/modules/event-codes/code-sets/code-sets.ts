import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import {
  type CodeAtLevels,
  type CodeMapping,
  type CodeSet,
  codeSetContentSchema,
  type eventCodeSetEndpoints,
  type UsableCategory,
} from '@solvane/contract/event-codes';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { ConfigurationSaved, SavedVersion } from '@solvane/contract/validity';
import { categoryRank, DEFAULT_CATEGORY_SETS, type EventCategory } from '@solvane/energy/events/category-sets';
import { resolveCode } from '@solvane/energy/events/code-sets';
import { and, asc, count, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import {
  type EventCodeOverrideRow,
  type EventCodeRow,
  type EventCodeSetRow,
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
import { type ConfigureDeps, changeConfiguration } from '../../configuration/change-configuration.ts';
import { assertEnterprise, problem, refuse } from '../../configuration/configuration-checks.ts';
import { assertRevision } from '../../configuration/revision.ts';
import { getVersion, listVersions, removeVersions } from '../../configuration/versions.ts';
import { touchedByCodes } from '../mapping/code-occurrences.ts';
import { toEventCode, toOverride } from '../mapping/site-event-codes.ts';
import {
  type CodeLevel,
  codeSetRevision,
  overridesRevision,
  readCodes,
  readLevel,
  readOverrides,
  recordLevel,
  versionedLevel,
} from './code-set-versions.ts';

const ROWS_PER_STATEMENT = 2_000;

/** Sets for everybody first, then those of the caller's enterprises by name. */
export async function listCodeSets(db: Db, caller: Caller): Promise<ResponseOf<typeof eventCodeSetEndpoints.list>['items']> {
  const rows = await db
    .select({ set: eventCodeSets, codeCount: count(eventCodes.code) })
    .from(eventCodeSets)
    .leftJoin(eventCodes, eq(eventCodes.setId, eventCodeSets.id))
    .where(isVisible(caller))
    .groupBy(eventCodeSets.id)
    .orderBy(sql`${eventCodeSets.enterpriseId} nulls first`, sql`lower(${eventCodeSets.name})`);
  return rows.map(({ set, codeCount }) => toWire(set, codeCount, caller));
}

/** @throws AppError resource.notFound */
export async function getCodeSet(
  db: Db,
  caller: Caller,
  { setId, enterpriseId, siteId }: BodyOf<typeof eventCodeSetEndpoints.get>,
): Promise<ResponseOf<typeof eventCodeSetEndpoints.get>> {
  const set = await getSet(db, setId, isVisible(caller));
  if (enterpriseId !== undefined) assertEnterprise(caller, 'ReadEventCodeSets', enterpriseId);
  const owner = siteId === undefined ? enterpriseId : await enterpriseOf(db, caller, siteId);
  const ofEnterprise = owner === undefined ? [] : await readOverrides(db, { setId, enterpriseId: owner, siteId: null });
  const ofSite = owner === undefined || siteId === undefined ? [] : await readOverrides(db, { setId, enterpriseId: owner, siteId });
  const categories = await categoriesFor(db, owner ?? set.enterpriseId ?? undefined, set.energyType);
  const codes = await readCodes(db, setId);
  const setRevision = codeSetRevision(set, codes);
  const wire = toWire(set, codes.length, caller);
  const editable = enterprisesWith(caller, 'EditEventCodeSets');
  return {
    ...wire,
    can: owner === undefined ? wire.can : { ...wire.can, override: editable === undefined || editable.has(owner) },
    codes: codesAtLevels({ codes, ofEnterprise, ofSite, categories }),
    revision: owner === undefined ? setRevision : overridesRevision(siteId === undefined ? ofEnterprise : ofSite),
    setRevision,
    categories: categories.map(toUsableCategory),
  };
}

/** 2 before 10, as people count. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

interface SetAtLevels {
  codes: readonly EventCodeRow[];
  ofEnterprise: readonly EventCodeOverrideRow[];
  ofSite: readonly EventCodeOverrideRow[];
  categories: readonly EventCategory[];
}

/** The codes of a set, and those that only an enterprise or a site explained, in order. */
function codesAtLevels({ codes, ofEnterprise, ofSite, categories }: SetAtLevels): CodeAtLevels[] {
  const rankOf = (category: string) => categoryRank(categories, category);
  const known = new Map(codes.map((code) => [code.code, code]));
  const enterpriseOverrides = new Map(ofEnterprise.map((each) => [each.code, each]));
  const siteOverrides = new Map(ofSite.map((each) => [each.code, each]));
  const all = [...new Set([...known.keys(), ...enterpriseOverrides.keys(), ...siteOverrides.keys()])].sort(BY_NUMBER.compare);
  return all.map((code): CodeAtLevels => {
    const [row, enterprise, site] = [known.get(code), enterpriseOverrides.get(code), siteOverrides.get(code)];
    const { category, eventType, priority } = resolveCode({
      code,
      codeSet: row ? [toEventCode(row)] : [],
      enterpriseOverrides: enterprise ? [toOverride(enterprise)] : [],
      siteOverrides: site ? [toOverride(site)] : [],
      rankOf,
    });
    return {
      code,
      description: row?.description ?? '',
      default: toClassification(row),
      enterprise: toClassification(enterprise),
      site: toClassification(site),
      resolved: { category, eventType, priority },
    };
  });
}

export async function saveCodeSet(
  deps: ConfigureDeps,
  caller: Caller,
  { id: wantedId, codes, seenRevision, note, ...wanted }: BodyOf<typeof eventCodeSetEndpoints.save>,
): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'EditEventCodeSets', wanted.enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const before = wantedId === null ? undefined : await getSet(tx, wantedId, isEditable(caller));
    const id = before?.id ?? randomUUID();
    const level: CodeLevel = { setId: id, enterpriseId: null, siteId: null };
    const stored = before && (await readLevel(tx, level));
    if (stored) assertRevision(seenRevision, stored.revision);
    const categories = await categoriesFor(tx, wanted.enterpriseId ?? undefined, wanted.energyType);
    const first = new Map(codes.map(({ code }, index) => [code, index] as const).reverse());
    refuse([
      ...(before && before.enterpriseId !== wanted.enterpriseId ? [problem('EventCodeSet_Problem_Moved', ['enterpriseId'])] : []),
      ...(await nameProblems(tx, { id, ...wanted })),
      ...codes.flatMap(({ code, category }, index) => [
        ...(first.get(code) !== index ? [problem('EventCodeSet_Problem_CodeTwice', ['codes', index, 'code'], { code })] : []),
        ...categoryProblems(categories, category, { code, path: ['codes', index, 'category'] }),
      ]),
    ]);
    await writeSet(tx, { id, ...wanted, updatedBy: caller.name, updatedAtMs: deps.now() }, codes);
    const changed = await recordLevel(tx, level, { before: stored, note });
    const used = { enterpriseId: wanted.enterpriseId, siteId: null, manufacturers: [wanted.manufacturer, before?.manufacturer ?? ''] };
    return {
      result: { id },
      touched: await touchedByCodes(tx, [{ ...used, codes: before && isForSameDevices(before, wanted) ? changed : 'any' }]),
      entries: [entry('save', id, wanted.enterpriseId, { name: wanted.name, codes: codes.length })],
    };
  });
}

export async function overrideCodes(
  deps: ConfigureDeps,
  caller: Caller,
  { setId, enterpriseId, siteId, items, seenRevision, note }: BodyOf<typeof eventCodeSetEndpoints.override>,
): Promise<ConfigurationSaved> {
  assertEnterprise(caller, 'EditEventCodeSets', enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const set = await getSet(tx, setId, isVisible(caller));
    if (siteId !== null && (!caller.siteIds.has(siteId) || (await enterpriseOf(tx, caller, siteId)) !== enterpriseId))
      throw new AppError('resource.notFound');
    const level: CodeLevel = { setId, enterpriseId, siteId };
    const before = await readLevel(tx, level);
    assertRevision(seenRevision, before.revision);
    const codes = await tx.select({ code: eventCodes.code }).from(eventCodes).where(eq(eventCodes.setId, setId));
    const known = new Set(codes.map(({ code }) => code));
    const categories = await categoriesFor(tx, enterpriseId, set.energyType);
    refuse(
      items.flatMap(({ code, category, eventType, priority }, index): Issue[] => [
        // A code that the set does not have is explained in full, or not at all.
        ...(known.has(code) || (category !== null && eventType !== null) || (category ?? eventType ?? priority) === null
          ? []
          : [problem('EventCodeSet_Problem_CodeUnknown', ['items', index, 'code'], { code, set: set.name })]),
        ...(category === null ? [] : categoryProblems(categories, category, { code, path: ['items', index, 'category'] })),
      ]),
    );
    await writeOverrides(tx, { setId, enterpriseId, siteId }, items, { updatedBy: caller.name, updatedAtMs: deps.now() });
    const changed = await recordLevel(tx, level, { before, note });
    const touched = await touchedByCodes(tx, [{ enterpriseId, siteId, manufacturers: [set.manufacturer], codes: changed }]);
    return { result: {}, touched, entries: [{ ...entry('override', setId, enterpriseId, { items }), siteId }] };
  });
}

/** The devices of the set then use another one, if there is one for them. */
export async function removeCodeSet(
  deps: ConfigureDeps,
  caller: Caller,
  { setId, seenRevision }: BodyOf<typeof eventCodeSetEndpoints.remove>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    const { enterpriseId, name, manufacturer } = await getSet(tx, setId, isEditable(caller));
    const level: CodeLevel = { setId, enterpriseId: null, siteId: null };
    assertRevision(seenRevision, (await readLevel(tx, level)).revision);
    await tx.delete(eventCodeSets).where(eq(eventCodeSets.id, setId));
    await removeVersions(tx, versionedLevel(level));
    const touched = await touchedByCodes(tx, [{ enterpriseId, siteId: null, manufacturers: [manufacturer], codes: 'any' }]);
    return { result: {}, touched, entries: [entry('remove', setId, enterpriseId, { name })] };
  });
}

type DevicesOfSet = Pick<EventCodeSetRow, 'manufacturer' | 'models'>;

function isForSameDevices(before: DevicesOfSet, after: DevicesOfSet): boolean {
  return before.manufacturer === after.manufacturer && JSON.stringify(before.models) === JSON.stringify(after.models);
}

/** @throws AppError resource.notFound */
export async function listCodeSetVersions(
  db: Db,
  caller: Caller,
  body: BodyOf<typeof eventCodeSetEndpoints.versions>,
): Promise<SavedVersion[]> {
  return listVersions(db, versionedLevel(await findLevel(db, caller, body)));
}

/** @throws AppError resource.notFound */
export async function getCodeSetVersion(
  db: Db,
  caller: Caller,
  { version, ...body }: BodyOf<typeof eventCodeSetEndpoints.version>,
): Promise<ResponseOf<typeof eventCodeSetEndpoints.version>> {
  return codeSetContentSchema.parse(await getVersion(db, versionedLevel(await findLevel(db, caller, body)), version));
}

async function findLevel(
  db: Db,
  caller: Caller,
  { setId, enterpriseId, siteId }: BodyOf<typeof eventCodeSetEndpoints.versions>,
): Promise<CodeLevel> {
  await getSet(db, setId, isVisible(caller));
  if (siteId !== undefined) return { setId, enterpriseId: await enterpriseOf(db, caller, siteId), siteId };
  if (enterpriseId !== undefined) assertEnterprise(caller, 'ReadEventCodeSets', enterpriseId);
  return { setId, enterpriseId: enterpriseId ?? null, siteId: null };
}

/** Replaces what a level states about some codes; nothing stated is no row. Part of a transaction. */
export async function writeOverrides(
  tx: Db,
  { setId, enterpriseId, siteId }: { setId: string; enterpriseId: EnterpriseId; siteId: SiteId | null },
  items: readonly CodeMapping[],
  saved: Pick<EventCodeOverrideRow, 'updatedBy' | 'updatedAtMs'>,
): Promise<void> {
  await tx
    .delete(eventCodeOverrides)
    .where(
      and(
        eq(eventCodeOverrides.setId, setId),
        eq(eventCodeOverrides.enterpriseId, enterpriseId),
        siteId === null ? isNull(eventCodeOverrides.siteId) : eq(eventCodeOverrides.siteId, siteId),
        sql`${eventCodeOverrides.code} = any(${sql.param(items.map(({ code }) => code))}::text[])`,
      ),
    );
  const rows = [...new Map(items.map((item) => [item.code, item])).values()].filter(
    ({ category, eventType, priority }) => (category ?? eventType ?? priority) !== null,
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx
      .insert(eventCodeOverrides)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => ({ setId, enterpriseId, siteId, ...row, ...saved })));
}

type SetContent = BodyOf<typeof eventCodeSetEndpoints.save>['codes'];

/** Replaces a set and its codes. Part of a transaction. */
async function writeSet(tx: Db, set: EventCodeSetRow, codes: SetContent): Promise<void> {
  await tx.insert(eventCodeSets).values(set).onConflictDoUpdate({ target: eventCodeSets.id, set });
  await tx.delete(eventCodes).where(eq(eventCodes.setId, set.id));
  for (let from = 0; from < codes.length; from += ROWS_PER_STATEMENT)
    await tx.insert(eventCodes).values(codes.slice(from, from + ROWS_PER_STATEMENT).map((code) => ({ setId: set.id, ...code })));
}

/** Categories that devices of a kind use in an enterprise. */
export async function categoriesFor(
  db: Db,
  enterpriseId: EnterpriseId | undefined,
  energyType: EventCodeSetRow['energyType'],
): Promise<readonly EventCategory[]> {
  if (enterpriseId === undefined) return DEFAULT_CATEGORY_SETS[energyType];
  const rows = await db
    .select({ category: eventCategories })
    .from(eventCategories)
    .innerJoin(eventCategorySets, eq(eventCategorySets.id, eventCategories.setId))
    .where(
      and(
        eq(eventCategorySets.enterpriseId, enterpriseId),
        eq(eventCategorySets.energyType, energyType),
        eq(eventCategorySets.isInUse, true),
      ),
    )
    .orderBy(asc(eventCategories.rank));
  return rows.length > 0 ? rows.map(({ category }) => category) : DEFAULT_CATEGORY_SETS[energyType];
}

export function toUsableCategory({ name, eventType, rank }: EventCategory): UsableCategory {
  return { name, eventType, rank };
}

export function isVisible(caller: Caller) {
  return or(isNull(eventCodeSets.enterpriseId), isOfEnterprises(eventCodeSets.enterpriseId, enterprisesWith(caller, 'ReadEventCodeSets')));
}

function isEditable(caller: Caller) {
  return isOfEnterprises(eventCodeSets.enterpriseId, enterprisesWith(caller, 'EditEventCodeSets'));
}

export async function getSet(db: Db, setId: string, scope: ReturnType<typeof isVisible>): Promise<EventCodeSetRow> {
  const [row] = await db
    .select()
    .from(eventCodeSets)
    .where(and(eq(eventCodeSets.id, setId), scope));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

export async function enterpriseOf(db: Db, caller: Caller, siteId: SiteId): Promise<EnterpriseId> {
  const [row] = caller.siteIds.has(siteId)
    ? await db.select({ enterpriseId: sites.enterpriseId }).from(sites).where(eq(sites.id, siteId))
    : [];
  if (!row) throw new AppError('resource.notFound');
  return row.enterpriseId;
}

function toClassification(stated: Pick<EventCodeOverrideRow, 'category' | 'eventType' | 'priority'> | undefined): CodeAtLevels['site'] {
  return { category: stated?.category ?? null, eventType: stated?.eventType ?? null, priority: stated?.priority ?? null };
}

export function categoryProblems(
  categories: readonly EventCategory[],
  category: string,
  { code, path }: { code: string; path: Issue['path'] },
): Issue[] {
  return categories.some(({ name }) => name === category) ? [] : [problem('EventCategorySet_Problem_NotInSet', path, { category, code })];
}

async function nameProblems(tx: Db, { id, name, enterpriseId }: Pick<EventCodeSetRow, 'id' | 'name' | 'enterpriseId'>): Promise<Issue[]> {
  const owner = enterpriseId === null ? isNull(eventCodeSets.enterpriseId) : eq(eventCodeSets.enterpriseId, enterpriseId);
  const [taken] = await tx
    .select({ id: eventCodeSets.id })
    .from(eventCodeSets)
    .where(and(owner, ne(eventCodeSets.id, id), sql`lower(${eventCodeSets.name}) = lower(${name})`));
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

function toWire(set: EventCodeSetRow, codeCount: number, caller: Caller): CodeSet {
  const { id, enterpriseId, name, manufacturer, models, energyType, updatedAtMs } = set;
  const editable = enterprisesWith(caller, 'EditEventCodeSets');
  return {
    id,
    enterpriseId,
    name,
    manufacturer,
    models,
    energyType,
    codeCount,
    updatedAtMs,
    can: {
      edit: editable === undefined || (enterpriseId !== null && editable.has(enterpriseId)),
      override: editable === undefined || (enterpriseId === null ? editable.size > 0 : editable.has(enterpriseId)),
    },
  };
}

function entry(verb: string, id: string, enterpriseId: EnterpriseId | null, details: Record<string, unknown>): AuditEntry {
  return { action: `eventCodeSet.${verb}`, entityType: 'eventCodeSet', entityId: id, enterpriseId, details };
}
