import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { invalidationEndpoints } from '@solvane/contract/invalidations';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { dataInvalidations } from '../../../db/schema/data-invalidations.ts';
import { segments } from '../../../db/schema/fleet.ts';
import { series } from '../../../db/schema/series.ts';
import type { Caller } from '../../../http/caller.ts';
import type { AuditEntry } from '../../access/audit.ts';
import { type ConfigureDeps, changeConfiguration } from '../../configuration/change-configuration.ts';
import { problem, refuse } from '../../configuration/configuration-checks.ts';

type Save = BodyOf<typeof invalidationEndpoints.save>;

const ROWS_PER_STATEMENT = 2_000;

/**
 * Declares values of signals invalid, or restores them. Every signal of every device gets a row of its own; what a device does not measure is left out.
 *
 * @throws AppError resource.notFound for a device out of scope; request.invalid for a period that lies ahead, or where no device measures any of the signals
 */
export async function saveInvalidation(
  deps: ConfigureDeps,
  caller: Caller,
  { action, segmentIds, apCodes, startMs, endMs, reason }: Save,
): Promise<ResponseOf<typeof invalidationEndpoints.save>> {
  const nowMs = deps.now();
  if (endMs > nowMs) refuse([problem('Invalidation_Problem_Ahead', ['endMs'])]);
  return changeConfiguration(deps, { caller, reason: 'quality' }, async (tx) => {
    const signals = await findMeasured(tx, caller, { segmentIds, apCodes });
    if (signals.length === 0) refuse([problem('Invalidation_Problem_NoSignal', ['apCodes'])]);
    const changeId = randomUUID();
    const shared = {
      changeId,
      startMs,
      endMs,
      isInvalid: action === 'invalidate',
      reason,
      userId: caller.userId,
      author: caller.name,
      atMs: nowMs,
    };
    for (let from = 0; from < signals.length; from += ROWS_PER_STATEMENT)
      await tx.insert(dataInvalidations).values(signals.slice(from, from + ROWS_PER_STATEMENT).map((signal) => ({ ...signal, ...shared })));
    const siteIds = [...new Set(signals.map(({ siteId }) => siteId))];
    const details = { startMs, endMs, reason, apCodes: [...new Set(signals.map(({ apCode }) => apCode))] };
    return {
      result: { id: changeId },
      touched: [{ siteIds, periods: [{ startMs, endMs }] }],
      entries: entriesOf(`dataInvalidation.${action}`, changeId, signals, details),
    };
  });
}

/**
 * Takes a command back, as far as it is about sites in scope. It stays in the history.
 *
 * @throws AppError resource.notFound when there is none in scope that still holds
 */
export async function undoInvalidation(deps: ConfigureDeps, caller: Caller, id: string): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'quality' }, async (tx) => {
    const undone = await tx
      .update(dataInvalidations)
      .set({ undoneBy: caller.name, undoneAtMs: deps.now() })
      .where(
        and(eq(dataInvalidations.changeId, id), isOneOf(dataInvalidations.siteId, caller.siteIds), isNull(dataInvalidations.undoneAtMs)),
      )
      .returning();
    const [first] = undone;
    if (!first) throw new AppError('resource.notFound');
    const { startMs, endMs } = first;
    const siteIds = [...new Set(undone.map(({ siteId }) => siteId))];
    return {
      result: {},
      touched: [{ siteIds, periods: [{ startMs, endMs }] }],
      entries: entriesOf('dataInvalidation.undo', id, undone, { startMs, endMs }),
    };
  });
}

async function findMeasured(tx: Db, caller: Pick<Caller, 'siteIds'>, { segmentIds, apCodes }: Pick<Save, 'segmentIds' | 'apCodes'>) {
  const wanted = [...new Set(segmentIds)];
  const devices = await tx.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, wanted));
  const siteOf = new Map(devices.flatMap(({ id, siteId }) => (caller.siteIds.has(siteId) ? [[id, siteId] as const] : [])));
  if (siteOf.size < wanted.length) throw new AppError('resource.notFound');
  const rows = await tx
    .select({ segmentId: series.segmentId, apCode: series.apCode })
    .from(series)
    .where(and(isOneOf(series.segmentId, wanted), isOneOf(series.apCode, apCodes), eq(series.calcType, 'Raw')))
    .orderBy(asc(series.segmentId), asc(series.apCode));
  return rows.flatMap(({ segmentId, apCode }) => {
    const siteId = siteOf.get(segmentId);
    return siteId === undefined ? [] : [{ siteId, segmentId, apCode }];
  });
}

/** One entry per site, so that each audit log tells of it. */
function entriesOf(
  action: string,
  entityId: string,
  rows: readonly { siteId: SiteId; segmentId: string }[],
  details: Record<string, unknown>,
): AuditEntry[] {
  return [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, ofSite]) => ({
    ...{ action, entityType: 'dataInvalidation', entityId, siteId },
    details: { ...details, segmentIds: [...new Set(ofSite.map(({ segmentId }) => segmentId))].slice(0, 100) },
  }));
}
