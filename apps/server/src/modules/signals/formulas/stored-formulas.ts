import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type formulaEndpoints, formulaSignalId, type StoredFormula } from '@solvane/contract/formulas';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { type Formula, parseFormula } from '@solvane/energy/formulas/parse-formula';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { formulas } from '../../../db/schema/formulas.ts';
import type { Caller } from '../../../http/caller.ts';

/** The caller's own and those shared with an enterprise of the caller. */
export async function listFormulas(db: Db, caller: Caller): Promise<StoredFormula[]> {
  if (caller.ownerId === undefined) return [];
  const rows = await db
    .select({ formula: formulas, owner: users.name })
    .from(formulas)
    .innerJoin(users, eq(users.id, formulas.userId))
    .where(isVisible(caller))
    .orderBy(asc(sql`lower(${formulas.name})`), asc(formulas.id));
  return rows.map(({ formula: { id, userId, sharedWith, ...own }, owner }) => ({
    ...own,
    formulaId: id,
    signalId: formulaSignalId(id),
    sharedWith: sharedWith === null ? null : enterpriseIdSchema.parse(sharedWith),
    resultUnit: parseFormula(own.text, own.unit ?? undefined).formula?.unit ?? null,
    isMine: userId === caller.userId,
    owner,
  }));
}

/** A formula as it is computed. */
export interface ReadyFormula {
  formulaId: string;
  name: string;
  /** As it was written. */
  text: string;
  formula: Formula;
  timeAggregation: StoredFormula['timeAggregation'];
  treeAggregation: StoredFormula['treeAggregation'];
}

/** Whose formulas count; without a user (jobs, whose order was checked) those of everybody. */
export type FormulaReader = Partial<Pick<Caller, 'userId' | 'memberships'>>;

/** Every formula that the caller sees and this version can read. */
export async function findVisibleFormulas(db: Db, caller: Caller): Promise<ReadyFormula[]> {
  if (caller.ownerId === undefined) return [];
  return toReady(
    await db
      .select()
      .from(formulas)
      .where(isVisible(caller))
      .orderBy(asc(sql`lower(${formulas.name})`), asc(formulas.id)),
  );
}

function toReady(rows: readonly (typeof formulas.$inferSelect)[]): ReadyFormula[] {
  return rows.flatMap((row) => {
    const { formula } = parseFormula(row.text, row.unit ?? undefined);
    return formula ? [{ ...row, formulaId: row.id, formula }] : [];
  });
}

/** Formulas with these ids that the reader sees and this version can read, in no order. */
export async function findFormulas(db: Db, reader: FormulaReader, ids: readonly string[]): Promise<ReadyFormula[]> {
  if (ids.length === 0) return [];
  const isOne = sql`${formulas.id} = any(${sql.param([...ids])}::uuid[])`;
  const rows = await db
    .select()
    .from(formulas)
    .where(reader.userId === undefined ? isOne : and(isOne, isVisible({ userId: reader.userId, memberships: reader.memberships ?? [] })));
  return toReady(rows);
}

/**
 * @throws AppError request.invalid with the place of the problem; resource.notFound for a formula of another user, or an enterprise the caller does not belong
 * to; resource.conflict where it was saved since the caller read it
 */
export async function saveFormula(
  db: Db,
  caller: Caller,
  body: BodyOf<typeof formulaEndpoints.save>,
  nowMs: number,
): Promise<StoredFormula[]> {
  const { formulaId, seenRevision, ...saved } = body;
  const { sharedWith } = saved;
  getFormula(saved);
  if (sharedWith !== null && !caller.memberships.some(({ enterpriseId }) => enterpriseId === sharedWith))
    throw new AppError('resource.notFound');
  const isOwn = formulaId === undefined ? undefined : and(eq(formulas.id, formulaId), eq(formulas.userId, caller.userId));
  if (isOwn === undefined) await db.insert(formulas).values({ id: randomUUID(), userId: caller.userId, ...saved, updatedAtMs: nowMs });
  else {
    const updated = await db
      .update(formulas)
      .set({ ...saved, updatedAtMs: nowMs, revision: sql`${formulas.revision} + 1` })
      .where(and(isOwn, seenRevision === undefined ? undefined : eq(formulas.revision, seenRevision)))
      .returning({ id: formulas.id });
    if (updated.length === 0) {
      const known = await db.select({ id: formulas.id }).from(formulas).where(isOwn);
      throw new AppError(known.length === 0 ? 'resource.notFound' : 'resource.conflict');
    }
  }
  return listFormulas(db, caller);
}

/** @throws AppError resource.notFound */
export async function removeFormula(db: Db, caller: Caller, formulaId: string): Promise<StoredFormula[]> {
  const removed = await db
    .delete(formulas)
    .where(and(eq(formulas.id, formulaId), eq(formulas.userId, caller.userId)))
    .returning({ id: formulas.id });
  if (removed.length === 0) throw new AppError('resource.notFound');
  return listFormulas(db, caller);
}

/** @throws AppError request.invalid with the place of the problem */
export function getFormula({ text, unit }: { text: string; unit: string | null }): Formula {
  const { formula, problem } = parseFormula(text, unit ?? undefined);
  if (formula) return formula;
  const { message, values, at, length } = problem;
  throw new AppError('request.invalid', {
    issues: [{ level: 'error', path: ['text'], message, values: { ...values, at: at + 1, length } }],
  });
}

function isVisible({ userId, memberships }: Pick<Caller, 'userId' | 'memberships'>) {
  const enterprises = memberships.map(({ enterpriseId }): string => enterpriseId);
  return or(eq(formulas.userId, userId), sql`${formulas.sharedWith} = any(${sql.param(enterprises)}::text[])`);
}
