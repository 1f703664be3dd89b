import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import { asc, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { type EventCodeRow, type EventCodeSetRow, eventCodeOverrides, eventCodeSets, eventCodes } from '../../../db/schema/event-codes.ts';

/** Code sets and overrides of some enterprises. */
export interface KnownCodes {
  /** Those for everybody and its own. */
  setsOf(enterpriseId: EnterpriseId): readonly EventCodeSetRow[];
  codesOf(setId: string): readonly EventCodeRow[];
  /** By the set itself, or in full by the enterprise or the site. */
  isExplained(setId: string, where: { code: string; enterpriseId: EnterpriseId; siteId?: SiteId }): boolean;
}

export async function readKnownCodes(db: Db, enterpriseIds: readonly EnterpriseId[]): Promise<KnownCodes> {
  const own = enterpriseIds.length === 0 ? sql`false` : inArray(eventCodeSets.enterpriseId, [...enterpriseIds]);
  const sets = await db
    .select()
    .from(eventCodeSets)
    .where(or(isNull(eventCodeSets.enterpriseId), own))
    .orderBy(asc(eventCodeSets.id));
  const ids = sets.map(({ id }) => id);
  const codes =
    ids.length === 0 ? [] : await db.select().from(eventCodes).where(inArray(eventCodes.setId, ids)).orderBy(asc(eventCodes.code));
  const overrides =
    enterpriseIds.length === 0
      ? []
      : await db
          .select()
          .from(eventCodeOverrides)
          .where(inArray(eventCodeOverrides.enterpriseId, [...enterpriseIds]));
  const setsByEnterprise = new Map(
    enterpriseIds.map((id) => [id, sets.filter(({ enterpriseId }) => enterpriseId === null || enterpriseId === id)]),
  );
  const codesBySet = Map.groupBy(codes, ({ setId }) => setId);
  const explained = new Set([
    ...codes.map(({ setId, code }) => keyOf(setId, code)),
    ...overrides.flatMap(({ setId, code, enterpriseId, siteId, category, eventType }) =>
      category === null || eventType === null ? [] : [keyOf(setId, code, enterpriseId, siteId ?? undefined)],
    ),
  ]);
  return {
    setsOf: (enterpriseId) => setsByEnterprise.get(enterpriseId) ?? [],
    codesOf: (setId) => codesBySet.get(setId) ?? [],
    isExplained: (setId, { code, enterpriseId, siteId }) =>
      explained.has(keyOf(setId, code)) ||
      explained.has(keyOf(setId, code, enterpriseId)) ||
      (siteId !== undefined && explained.has(keyOf(setId, code, enterpriseId, siteId))),
  };
}

function keyOf(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}
