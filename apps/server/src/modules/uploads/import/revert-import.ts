import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { uploads } from '../../../db/schema/uploads.ts';
import type { Caller } from '../../../http/caller.ts';
import { type ConfigureDeps, changeConfiguration } from '../../configuration/change-configuration.ts';
import { recordRestoredCurves } from '../../models/power-curves.commands.ts';
import { changeSiteTable, type SiteTableKind } from '../../models/site-table-versions.ts';
import { changeState } from '../upload-state.ts';
import type { UploadRecord } from '../uploads.policy.ts';
import type { UndoRecord } from './import-upload.ts';
import { readModels, restoreModels } from './stored-models.ts';

/**
 * Restores what an import replaced, and recalculates the same time again.
 *
 * @throws AppError resource.conflict when any of it was changed since
 */
export async function revertImport(deps: ConfigureDeps, caller: Caller, { id, kind, change, siteIds, undo }: UploadRecord): Promise<void> {
  const { keys, before, after } = undo as UndoRecord;
  await changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    await changeState(tx, id, { from: ['done'], to: 'reverted' });
    // Stored as JSON: compared as JSON too.
    const current: unknown = JSON.parse(JSON.stringify(await readModels(tx, keys)));
    if (!isDeepStrictEqual(current, after)) throw new AppError('resource.conflict');
    const restore = async (): Promise<void> => restoreModels(tx, keys, before);
    if (keys.kind === 'budgets' || keys.kind === 'expectedCoefficients')
      await inHistories(tx, { kind: keys.kind, siteIds, by: caller.name, nowMs: deps.now() }, restore);
    else await restore();
    if (keys.kind === 'powerCurves') await recordRestoredCurves(tx, keys.curveIds, { restoredBy: caller.name, nowMs: deps.now() });
    await tx.update(uploads).set({ revertedBy: caller.name, revertedAtMs: deps.now() }).where(eq(uploads.id, id));
    const period = { startMs: change?.startMs ?? Number.NEGATIVE_INFINITY, endMs: change?.endMs ?? Number.POSITIVE_INFINITY };
    return {
      result: {},
      touched: [{ siteIds, periods: [period] }],
      entries: siteIds.map((siteId) => ({ action: 'upload.revert', entityType: 'upload', entityId: id, siteId, details: { kind } })),
    };
  });
}

interface Histories {
  kind: SiteTableKind;
  siteIds: readonly SiteId[];
  by: string;
  nowMs: number;
}

/** One change of the tables of several sites, as a version of each. */
async function inHistories(tx: Db, { kind, siteIds, ...change }: Histories, work: () => Promise<void>): Promise<void> {
  const [siteId, ...others] = siteIds;
  if (siteId === undefined) return work();
  await changeSiteTable(tx, { kind, siteId }, { ...change, work: () => inHistories(tx, { kind, siteIds: others, ...change }, work) });
}
