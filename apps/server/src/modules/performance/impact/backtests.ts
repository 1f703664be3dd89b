import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { segmentIdSchema, type UserId } from '@solvane/contract/ids';
import { qualityContentSchema } from '@solvane/contract/quality';
import { BACKTEST_DAYS, type Backtest, type qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { type LocalDay, localDayOf } from '@solvane/energy/time/local-day';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import { type BacktestRow, type ImpactSums, qualityBacktests } from '../../../db/schema/quality.ts';
import type { Caller } from '../../../http/caller.ts';
import { defineJob, type JobOutcome, type JobRun } from '../../../jobs/job.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { readPresentScope } from '../../access/users/user-scope.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';
import { findFirstPoint } from '../queue/load-task.ts';
import { addImpacts, toImpact } from './impact-sums.ts';
import { type ComparisonDeps, compareDays, siteWithRules } from './quality-preview.ts';

export const backtestJob = defineJob({
  kind: 'quality.backtest',
  data: z.object({ backtestId: z.uuid() }),
  retries: 0,
  maxSeconds: 3_600,
});

/** Days that are computed together: between two of them it can be cancelled. */
const CHUNK_DAYS = 10;
/** Results that are not read any more. */
const KEPT_MS = 7 * 86_400_000;

/** @throws AppError request.invalid with everything that is wrong with the rules; resource.notFound: the site is out of scope */
export async function startBacktest(
  deps: { db: Db; now: () => number; jobs: Jobs },
  caller: Caller,
  { siteId, signal, content }: BodyOf<typeof qualityImpactEndpoints.startBacktest>,
): Promise<{ backtestId: string }> {
  const { db, now, jobs } = deps;
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  await siteWithRules(deps, siteId, content);
  const site = await findConfiguredSite(db, siteId);
  if (!site) throw new AppError('resource.notFound');
  const last = localDayOf(now(), site.zone);
  const firstPointMs = await findFirstPoint(db, siteId);
  const firstKnown = firstPointMs === undefined ? last : localDayOf(firstPointMs, site.zone);
  const firstDay = Math.min(last, Math.max(last - BACKTEST_DAYS + 1, firstKnown));
  const backtestId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.delete(qualityBacktests).where(lt(qualityBacktests.createdAtMs, now() - KEPT_MS));
    const request = { content, segmentId: signal?.segmentId ?? null, apCode: signal?.apCode ?? null, firstDay };
    const days = last - firstDay + 1;
    await tx.insert(qualityBacktests).values({ id: backtestId, userId: caller.userId, siteId, request, days, createdAtMs: now() });
    await jobs.enqueue(tx, backtestJob, { backtestId }, { userId: caller.userId, priority: 1 });
  });
  return { backtestId };
}

/** @throws AppError resource.notFound unless it is the caller's own, at a site in scope */
export async function readBacktest(db: Db, caller: Caller, backtestId: string): Promise<Backtest> {
  return toBacktest(await getOwn(db, caller, backtestId));
}

/** @throws AppError resource.notFound unless it is the caller's own, at a site in scope */
export async function cancelBacktest(db: Db, caller: Caller, backtestId: string): Promise<Backtest> {
  await getOwn(db, caller, backtestId);
  await db
    .update(qualityBacktests)
    .set({ state: 'cancelled' })
    .where(and(eq(qualityBacktests.id, backtestId), eq(qualityBacktests.state, 'running')));
  return readBacktest(db, caller, backtestId);
}

/** Computes the days of a back-test in chunks; its sums are stored after each. */
export async function runBacktest(
  deps: ComparisonDeps,
  { data: { backtestId }, userId, progress, signal }: JobRun<z.output<typeof backtestJob.data>>,
): Promise<JobOutcome | undefined> {
  const { db } = deps;
  const [row] = await db.select().from(qualityBacktests).where(eq(qualityBacktests.id, backtestId));
  if (row?.state !== 'running') return undefined;
  try {
    await assertPresent(db, userId, row);
    const site = await siteWithRules(deps, row.siteId, qualityContentSchema.parse(row.request.content));
    const { firstDay, segmentId, apCode } = row.request;
    const watched = segmentId !== null && apCode !== null ? { segmentId: segmentIdSchema.parse(segmentId), apCode } : undefined;
    let [before, after]: [ImpactSums | undefined, ImpactSums | undefined] = [undefined, undefined];
    for (let done = 0; done < row.days; done += CHUNK_DAYS) {
      signal.throwIfAborted();
      const days: LocalDay[] = Array.from({ length: Math.min(CHUNK_DAYS, row.days - done) }, (_, i) => firstDay + done + i);
      const part = await compareDays(deps, { siteId: row.siteId, days, changed: { site }, watched });
      before = addImpacts(before, part.before);
      after = addImpacts(after, part.after);
      const doneDays = done + days.length;
      const [stored] = await db
        .update(qualityBacktests)
        .set({ doneDays, before, after, ...(doneDays === row.days && { state: 'done' as const }) })
        .where(and(eq(qualityBacktests.id, backtestId), eq(qualityBacktests.state, 'running')))
        .returning({ id: qualityBacktests.id });
      if (!stored) return { message: { key: 'Backtest_Cancelled' } };
      await progress(doneDays / row.days);
    }
    return { succeeded: row.days, message: { key: 'Backtest_Done', values: { days: row.days } } };
  } catch (error) {
    await db
      .update(qualityBacktests)
      .set({ state: 'failed' })
      .where(and(eq(qualityBacktests.id, backtestId), eq(qualityBacktests.state, 'running')));
    throw error;
  }
}

async function assertPresent(db: Db, userId: UserId | undefined, { siteId }: BacktestRow): Promise<void> {
  const scope = userId === undefined ? new Set() : await readPresentScope(db, { userId, permission: 'PageDataQuality' }, [siteId]);
  if (!scope.has(siteId)) throw new AppError('resource.notFound');
}

async function getOwn(db: Db, caller: Caller, backtestId: string): Promise<BacktestRow> {
  const [row] = await db
    .select()
    .from(qualityBacktests)
    .where(and(eq(qualityBacktests.id, backtestId), eq(qualityBacktests.userId, caller.userId)));
  if (!row || !caller.siteIds.has(row.siteId)) throw new AppError('resource.notFound');
  return row;
}

function toBacktest({ id, state, siteId, days, doneDays, before, after }: BacktestRow): Backtest {
  return {
    ...{ backtestId: id, state, siteId, days, doneDays },
    result: before && after ? { before: toImpact(before), after: toImpact(after) } : null,
  };
}
