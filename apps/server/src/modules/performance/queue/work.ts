import { AppError, ERRORS } from '@solvane/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { toAppError } from '../../../http/errors.ts';
import { settleConfiguration } from '../../configuration/pending-sites.ts';
import type { BatchRunner, FailedDay } from '../computation/batch.ts';
import { type Claim, type ClaimOptions, claimNext, endClaim, lockClaim, releaseClaim, renewClaims } from './claims.ts';
import { type FinishDeps, finishBatch, markFailed } from './finish-batch.ts';
import { loadTask, type TaskDeps } from './load-task.ts';

export interface WorkDeps extends TaskDeps, FinishDeps {
  runner: Pick<BatchRunner, 'run'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Called when there was something to claim: there may be more. */
  onClaimed?: () => void;
  /** Called when points of a batch are stored. */
  onWritten: () => void;
  /** Who works, for people who look. */
  worker: string;
}

/** When the engine or the disk cannot be reached, the days themselves are not to blame. */
const LATER_MS = 5_000;
const RENEW_MS = 20_000;

/**
 * Claims the next batch and does it.
 *
 * @param dueMs - what is due by then counts as due
 * @returns days done; undefined: nothing is due
 */
export async function workOnce(
  deps: WorkDeps,
  { dueMs = deps.now(), isRecentOnly = false }: Pick<ClaimOptions, 'dueMs' | 'isRecentOnly'> = {},
): Promise<number | undefined> {
  const { db, now, worker, onClaimed } = deps;
  const claim = await claimNext(db, { worker, nowMs: now(), dueMs, isRecentOnly });
  if (!claim) return undefined;
  onClaimed?.();
  const renewing = setInterval(() => void renewClaims(db, [claim.token], now()).catch(() => undefined), RENEW_MS).unref();
  try {
    return await work(deps, claim);
  } finally {
    clearInterval(renewing);
  }
}

async function work(deps: WorkDeps, claim: Claim): Promise<number> {
  const { db, now, log, runner } = deps;
  const { siteId } = claim;
  try {
    const task = await loadTask(deps, claim, now());
    if (!task) {
      await end(deps, claim, []);
      return 0;
    }
    const result = await runner.run(task);
    deps.onWritten();
    for (const { day, message } of result.failed) log.warn({ siteId, day, reason: message }, 'a site-day could not be computed');
    const isDone = await finishBatch(deps, claim, { task, result });
    if (isDone) await settleConfiguration(deps, [siteId]);
    else log.warn({ siteId }, 'a claim was lost while its days were computed');
    return isDone ? result.computed.length : 0;
  } catch (error) {
    if (isOfStores(error)) {
      log.warn({ siteId, err: error }, 'site-days wait for the stores');
      await releaseClaim(db, claim, now() + LATER_MS);
      return 0;
    }
    log.error({ siteId, err: error }, 'site-days could not be computed');
    const message = error instanceof Error ? error.message : String(error);
    await end(
      deps,
      claim,
      claim.days.map(({ day }) => ({ day, message })),
    );
    return 0;
  }
}

/** A store that is away or full: the same days succeed once it is back. */
function isOfStores(error: unknown): boolean {
  const { status } = ERRORS[toAppError(error).code];
  return error instanceof AppError || status === 503 || status === 507;
}

async function end({ db, now }: WorkDeps, claim: Claim, failed: readonly FailedDay[]): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockClaim(tx, claim))) return;
    await markFailed(tx, claim, failed, now());
    await endClaim(tx, claim, 0);
  });
}
