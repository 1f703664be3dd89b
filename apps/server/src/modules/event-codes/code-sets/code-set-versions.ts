import type { CodeFileRow } from '@solvane/contract/event-codes';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { Revision } from '@solvane/contract/validity';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import {
  type EventCodeOverrideRow,
  type EventCodeRow,
  type EventCodeSetRow,
  eventCodeOverrides,
  eventCodeSets,
  eventCodes,
} from '../../../db/schema/event-codes.ts';
import { toRevision } from '../../configuration/revision.ts';
import { recordVersion, type Versioned } from '../../configuration/versions.ts';

/** A code set, or the overrides of one enterprise or one of its sites: each has a revision and a history of its own. */
export interface CodeLevel {
  setId: string;
  /** null: the set itself. */
  enterpriseId: EnterpriseId | null;
  /** null: the enterprise. */
  siteId: SiteId | null;
}

export interface LevelState {
  revision: Revision;
  content: { codes: Pick<CodeFileRow, 'code' | 'category' | 'eventType' | 'priority' | 'description'>[] };
}

export function versionedLevel({ setId, enterpriseId, siteId }: CodeLevel): Versioned {
  return { kind: 'eventCodeSet', entityId: setId, scope: enterpriseId === null ? '' : JSON.stringify([enterpriseId, siteId]) };
}

export async function readLevel(tx: Db, level: CodeLevel): Promise<LevelState> {
  const { setId, enterpriseId } = level;
  if (enterpriseId === null) return readSet(tx, setId);
  const rows = await readOverrides(tx, { ...level, enterpriseId });
  return { revision: overridesRevision(rows), content: { codes: rows.map((row) => toContent({ ...row, description: '' })) } };
}

/**
 * Part of the transaction that saves.
 *
 * @param before - undefined: it was created
 * @returns codes that the level classifies differently now
 */
export async function recordLevel(
  tx: Db,
  level: CodeLevel,
  { before, note }: { before: LevelState | undefined; note?: string | undefined },
): Promise<string[]> {
  const after = await readLevel(tx, level);
  await recordVersion(tx, versionedLevel(level), { before, after, note });
  return differingCodes(before?.content.codes ?? [], after.content.codes);
}

async function readSet(tx: Db, setId: string): Promise<LevelState> {
  const [set] = await tx.select().from(eventCodeSets).where(eq(eventCodeSets.id, setId));
  if (!set) throw new RangeError('The code set does not exist');
  const codes = await readCodes(tx, setId);
  return { revision: codeSetRevision(set, codes), content: { codes: codes.map(toContent) } };
}

/** The codes of a set itself. */
export async function readCodes(db: Db, setId: string): Promise<EventCodeRow[]> {
  return db.select().from(eventCodes).where(eq(eventCodes.setId, setId)).orderBy(asc(eventCodes.code));
}

/** Overrides of one level. */
export async function readOverrides(
  db: Db,
  { setId, enterpriseId, siteId }: CodeLevel & { enterpriseId: EnterpriseId },
): Promise<EventCodeOverrideRow[]> {
  return db
    .select()
    .from(eventCodeOverrides)
    .where(
      and(
        eq(eventCodeOverrides.setId, setId),
        eq(eventCodeOverrides.enterpriseId, enterpriseId),
        siteId === null ? isNull(eventCodeOverrides.siteId) : eq(eventCodeOverrides.siteId, siteId),
      ),
    )
    .orderBy(asc(eventCodeOverrides.code));
}

function toContent({ code, category, eventType, priority, description }: LevelState['content']['codes'][number]) {
  return { code, category, eventType, priority, description };
}

/** Codes that a level classifies differently in two states; a description changes no event. */
export function differingCodes(before: LevelState['content']['codes'], after: LevelState['content']['codes']): string[] {
  const textOf = ({ category, eventType, priority }: LevelState['content']['codes'][number]) =>
    JSON.stringify([category, eventType, priority]);
  const [known, next] = [before, after].map((codes) => new Map(codes.map((each) => [each.code, textOf(each)])));
  return [...new Set([...before, ...after].map(({ code }) => code))].filter((code) => known?.get(code) !== next?.get(code));
}

/** Of the set itself. */
export function codeSetRevision(set: EventCodeSetRow, codes: readonly EventCodeRow[]): Revision {
  const content = byCode(codes).map(({ code, category, eventType, priority, description }) => [
    code,
    category,
    eventType,
    priority,
    description,
  ]);
  return toRevision([set.name, set.manufacturer, set.models, set.energyType, content], set);
}

/** Of what one enterprise, or one of its sites, overrides. */
export function overridesRevision(overrides: readonly EventCodeOverrideRow[]): Revision {
  const content = byCode(overrides).map(({ code, category, eventType, priority }) => [code, category, eventType, priority]);
  const [latest] = overrides.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  return toRevision(content, latest);
}

function byCode<Row extends { code: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
