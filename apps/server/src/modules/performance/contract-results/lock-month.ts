import { randomUUID } from 'node:crypto';
import type { contractResultEndpoints } from '@solvane/contract/contract-results';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { Issue } from '@solvane/contract/errors';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { MessageBus } from '../../../db/message-bus.ts';
import { contractMonths, contractSettlements, contractUnlocks } from '../../../db/schema/contracts.ts';
import { dirtySiteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';
import { audit } from '../../access/audit.ts';
import { problem, refuse } from '../../configuration/configuration-checks.ts';
import { lowerPeriodLock, raisePeriodLock } from '../../events/edits/period-locks.ts';
import { type FoundMonth, getMonth, openMonthsOf, viewsUnder } from './month-details.ts';
import { readAccount, readStamp } from './month-sums.ts';
import { contractMonthOf, type ResultDeps, seenViews } from './months.ts';

interface LockDeps extends ResultDeps {
  bus: MessageBus;
}

/** Only one month is locked or settled at a time. Any number; the same in every process. */
const SETTLEMENT_LOCK = 7_351_240_360;

/** Keeps what a month comes to. Its events are settled with it: who may not correct settled periods cannot change them any more. */
export async function lockMonth(
  { db, now, bus }: LockDeps,
  caller: Caller,
  query: BodyOf<typeof contractResultEndpoints.lock>,
): Promise<ResponseOf<typeof contractResultEndpoints.lock>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTLEMENT_LOCK}::bigint)`);
    const found = await getMonth({ db: tx, now }, caller, query);
    const { span, part, period, sums, kept } = found;
    // Before the days: a day that is computed meanwhile shows as a change after the lock.
    const stamp = await readStamp(tx, span.siteId, part.month);
    const { account, days } = await readAccount(tx, { siteId: span.siteId, ...part });
    const month = contractMonthOf(span, part, { today: found.today, sums, lock: undefined, seen: undefined, settled: [], carried: [] });
    const waiting = await countWaiting(tx, found);
    const values = { month: part.month, site: span.siteName };
    refuse([
      ...check(kept.lockOf(span, part.month) !== undefined, 'Contract_Problem_MonthLocked', values),
      ...check(!month.isOver, 'Contract_Problem_MonthRunning', values),
      ...check(month.missingDays > 0, 'Contract_Problem_MonthMissing', { ...values, count: month.missingDays }),
      ...check(waiting > 0, 'Contract_Problem_MonthWaiting', { ...values, count: waiting }),
      ...check(days < sums.days, 'Contract_Problem_MonthWithoutAccount', { ...values, count: sums.days - days }),
    ]);
    const lockedAtMs = now();
    const terms = span.termsIn(part.month);
    const content = { terms, days: sums.days, missingDays: 0, views: sums.views, account };
    await tx.insert(contractMonths).values({
      ...{ contractId: span.contractId, siteId: span.siteId, month: `${part.month}-01`, content },
      ...{ lockedBy: caller.name, lockedAtMs, userId: caller.userId, seenStamp: stamp, seenViews: viewsUnder(account, terms) },
    });
    await raisePeriodLock({ db: tx, bus, now }, caller, { siteId: span.siteId, lockedUntilMs: period.endMs });
    await audit(tx, { actor: caller, nowMs: lockedAtMs }, [entryOf('lockMonth', found, {})]);
    return { lockedBy: caller.name, lockedAtMs };
  });
}

/**
 * Takes the lock off a month; who did it, why, and what had been locked are kept. Its events are open again unless a later month is settled. A month
 * whose corrections were booked into another one stays locked: they would count twice.
 */
export async function unlockMonth(
  { db, now, bus }: LockDeps,
  caller: Caller,
  { reason, ...query }: BodyOf<typeof contractResultEndpoints.unlock>,
): Promise<ResponseOf<typeof contractResultEndpoints.unlock>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTLEMENT_LOCK}::bigint)`);
    const found = await getMonth({ db: tx, now }, caller, query);
    const { span, part, period, kept } = found;
    const lock = kept.lockOf(span, part.month);
    const settled = kept.settledOf(span, part.month);
    const values = { month: part.month, site: span.siteName };
    refuse([
      ...check(lock === undefined, 'Contract_Problem_MonthOpen', values),
      ...check(settled.length > 0, 'Contract_Problem_MonthSettled', {
        ...values,
        into: [...new Set(settled.map(({ intoMonth }) => intoMonth.slice(0, 7)))].join(', '),
      }),
    ]);
    const unlockedAtMs = now();
    if (lock) {
      const { contractId, siteId, month, content, lockedBy, lockedAtMs } = lock;
      const of = { contractId, siteId, month };
      await tx
        .insert(contractUnlocks)
        .values({ id: randomUUID(), ...of, content, lockedBy, lockedAtMs, unlockedBy: caller.name, unlockedAtMs, reason });
      await tx
        .delete(contractMonths)
        .where(and(eq(contractMonths.contractId, contractId), eq(contractMonths.siteId, siteId), eq(contractMonths.month, month)));
      await lowerPeriodLock({ db: tx, bus, now }, caller, { siteId, fromMs: period.endMs, toMs: period.startMs });
    }
    await audit(tx, { actor: caller, nowMs: unlockedAtMs }, [entryOf('unlockMonth', found, { reason })]);
    return { unlockedBy: caller.name, unlockedAtMs };
  });
}

/** Books what a locked month has changed by, and is not booked yet, into an open month. */
export async function settleMonth(
  { db, now }: LockDeps,
  caller: Caller,
  { intoMonth, ...query }: BodyOf<typeof contractResultEndpoints.settle>,
): Promise<ResponseOf<typeof contractResultEndpoints.settle>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTLEMENT_LOCK}::bigint)`);
    const found = await getMonth({ db: tx, now }, caller, query);
    const { span, part, today, sums, kept } = found;
    const lock = kept.lockOf(span, part.month);
    const settled = kept.settledOf(span, part.month);
    const seen = lock && (await seenViews(tx, { span, part, lock }));
    const { guarantees } = contractMonthOf(span, part, { today, sums, lock, seen, settled, carried: [] });
    const content = guarantees.flatMap(({ view, basis, pointsAfterLock, amountAfterLock, settledAmount }) => {
      const amount = (amountAfterLock ?? 0) - settledAmount;
      return Math.abs(amount) < SMALLEST_AMOUNT ? [] : [{ view, basis, points: pointsAfterLock ?? 0, amount }];
    });
    const values = { month: part.month, site: span.siteName };
    refuse([
      ...check(!openMonthsOf(found).includes(intoMonth), 'Contract_Problem_MonthNotOpen', { ...values, month: intoMonth }),
      ...check(content.length === 0, 'Contract_Problem_NothingToSettle', values),
    ]);
    const amount = content.reduce((sum, each) => sum + each.amount, 0);
    await tx.insert(contractSettlements).values({
      ...{ id: randomUUID(), contractId: span.contractId, siteId: span.siteId, month: `${part.month}-01`, intoMonth: `${intoMonth}-01` },
      ...{ content, settledBy: caller.name, settledAtMs: now() },
    });
    await audit(tx, { actor: caller, nowMs: now() }, [entryOf('settleMonth', found, { intoMonth, amount })]);
    return { amount };
  });
}

/** Less is rounding, in any currency. */
const SMALLEST_AMOUNT = 0.005;

function check(isWrong: boolean, message: string, values: NonNullable<Issue['values']>): Issue[] {
  return isWrong ? [problem(message, ['month'], values)] : [];
}

async function countWaiting(tx: Db, { span: { siteId }, part: { fromDay, toDay } }: FoundMonth): Promise<number> {
  return tx.$count(
    dirtySiteDays,
    and(eq(dirtySiteDays.siteId, siteId), gte(dirtySiteDays.day, toIsoDate(fromDay)), lt(dirtySiteDays.day, toIsoDate(toDay))),
  );
}

function entryOf(verb: string, { span: { contractId, siteId }, part: { month } }: FoundMonth, details: object) {
  return { action: `contract.${verb}`, entityType: 'contract', entityId: contractId, siteId, details: { month, ...details } };
}
