import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { Issue } from '@solvane/contract/errors';
import type { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { type EventCodeSetRow, eventCodeSets, eventCodes } from '../../../db/schema/event-codes.ts';
import type { Caller } from '../../../http/caller.ts';
import { enterprisesWith } from '../../../http/enterprise-scope.ts';
import type { AuditEntry } from '../../access/audit.ts';
import { type ConfigureDeps, changeConfiguration } from '../../configuration/change-configuration.ts';
import { assertEnterprise, refuse } from '../../configuration/configuration-checks.ts';
import { type CodeLevel, readLevel, recordLevel } from '../code-sets/code-set-versions.ts';
import { categoriesFor, categoryProblems, writeOverrides } from '../code-sets/code-sets.ts';
import { readKnownCodes } from '../code-sets/usable-sets.ts';
import { type ChangedCodes, touchedByCodes } from './code-occurrences.ts';
import { findCodeSet } from './site-event-codes.ts';

type Items = BodyOf<typeof eventCodeSetEndpoints.map>['items'];
type Item = Items[number];

/** Where a meaning is written: into a set, or beside one for everybody as the word of the enterprise. */
interface Target {
  set: EventCodeSetRow;
  enterpriseId: EnterpriseId;
  isOverride: boolean;
  isNew: boolean;
  items: Item[];
}

/** Classifies unmapped codes. A code that was classified in the meantime keeps its classification. */
export async function mapCodes(
  deps: ConfigureDeps,
  caller: Caller,
  { items }: { items: Items },
): Promise<ConfigurationSaved & { mapped: number }> {
  const enterpriseIds = [...new Set(items.map(({ enterpriseId }) => enterpriseId))];
  for (const enterpriseId of enterpriseIds) assertEnterprise(caller, 'EditEventCodeSets', enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'eventCodes' }, async (tx) => {
    refuse(await categoryIssues(tx, items));
    const saved = { updatedBy: caller.name, updatedAtMs: deps.now() };
    const targets = await findTargets(tx, caller, { items, enterpriseIds, saved });
    const changes: ChangedCodes[] = [];
    for (const { set, enterpriseId, isOverride, isNew, items: mapped } of targets) {
      const owner = isOverride ? enterpriseId : set.enterpriseId;
      const codes = isNew ? ('any' as const) : mapped.map(({ code }) => code);
      changes.push({ enterpriseId: owner, siteId: null, manufacturers: [set.manufacturer], codes });
      const level: CodeLevel = { setId: set.id, enterpriseId: isOverride ? enterpriseId : null, siteId: null };
      const before = isNew ? undefined : await readLevel(tx, level);
      if (isOverride) {
        await writeOverrides(tx, { setId: set.id, enterpriseId, siteId: null }, mapped.map(toMapping), saved);
        await recordLevel(tx, level, { before });
        continue;
      }
      if (isNew) await tx.insert(eventCodeSets).values(set);
      else await tx.update(eventCodeSets).set(saved).where(eq(eventCodeSets.id, set.id));
      await tx.insert(eventCodes).values(mapped.map((item) => ({ setId: set.id, description: item.description, ...toMapping(item) })));
      await recordLevel(tx, level, { before });
    }
    return {
      result: { mapped: targets.reduce((sum, target) => sum + target.items.length, 0) },
      touched: await touchedByCodes(tx, changes),
      entries: targets.map(toEntry),
    };
  });
}

interface Mapping {
  items: Items;
  enterpriseIds: readonly EnterpriseId[];
  saved: Pick<EventCodeSetRow, 'updatedBy' | 'updatedAtMs'>;
}

async function findTargets(tx: Db, caller: Caller, { items, enterpriseIds, saved }: Mapping): Promise<Target[]> {
  const known = await readKnownCodes(tx, enterpriseIds);
  const editsForEverybody = enterprisesWith(caller, 'EditEventCodeSets') === undefined;
  const made: EventCodeSetRow[] = [];
  const targets = new Map<string, Target>();
  for (const item of items) {
    const { enterpriseId, manufacturer, model, code } = item;
    const usable = [...known.setsOf(enterpriseId), ...made.filter((set) => set.enterpriseId === enterpriseId)];
    const found = findCodeSet(usable, { manufacturer, model: model ?? undefined });
    if (found && known.isExplained(found.id, item)) continue;
    const set = found ?? newSet(item, usable, saved);
    if (!found) made.push(set);
    const isOverride = set.enterpriseId === null && !editsForEverybody;
    const key = isOverride ? `${set.id} ${enterpriseId}` : set.id;
    const target = targets.get(key) ?? { set, enterpriseId, isOverride, isNew: made.includes(set), items: [] };
    targets.set(key, target);
    if (target.items.every((each) => each.code !== code)) target.items.push(item);
  }
  return [...targets.values()];
}

/** For every model of the manufacturer, by the manufacturer's name unless a set has it. */
function newSet(
  { enterpriseId, manufacturer, energyType }: Item,
  usable: readonly EventCodeSetRow[],
  saved: Mapping['saved'],
): EventCodeSetRow {
  const isTaken = (name: string) =>
    usable.some((set) => set.enterpriseId === enterpriseId && set.name.toLowerCase() === name.toLowerCase());
  let name = manufacturer;
  for (let number = 2; isTaken(name); number++) name = `${manufacturer} ${number}`;
  return { id: randomUUID(), enterpriseId, name, manufacturer, models: [], energyType, ...saved };
}

async function categoryIssues(tx: Db, items: Items): Promise<Issue[]> {
  const issues: Issue[] = [];
  const sets = new Map<string, Awaited<ReturnType<typeof categoriesFor>>>();
  for (const [index, { enterpriseId, energyType, category, code }] of items.entries()) {
    const key = `${energyType} ${enterpriseId}`;
    const categories = sets.get(key) ?? (await categoriesFor(tx, enterpriseId, energyType));
    sets.set(key, categories);
    issues.push(...categoryProblems(categories, category, { code, path: ['items', index, 'category'] }));
  }
  return issues;
}

function toMapping({ code, category, eventType, priority }: Item) {
  return { code, category, eventType, priority };
}

function toEntry({ set, enterpriseId, items }: Target): AuditEntry {
  return {
    action: 'eventCodeSet.map',
    entityType: 'eventCodeSet',
    entityId: set.id,
    enterpriseId,
    details: { name: set.name, items: items.map(toMapping) },
  };
}
