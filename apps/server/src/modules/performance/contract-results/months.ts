import type { ContractMonth, contractResultEndpoints, MonthGuarantee, MonthView } from '@solvane/contract/contract-results';
import type { ContractTerms } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { guaranteeOutcome } from '@solvane/energy/availability/guarantee';
import { viewSumsOf } from '@solvane/energy/site-day/availability/day-account';
import { missingReason, shareOfView, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { type LocalDay, localDayOf } from '@solvane/energy/time/local-day';
import { and, eq, gte, inArray, lte, or } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { contractMonths, contractSettlements } from '../../../db/schema/contracts.ts';
import type { Caller } from '../../../http/caller.ts';
import { problem } from '../../configuration/configuration-checks.ts';
import { getRow } from '../../contracts/contracts.queries.ts';
import { toViews } from '../../contracts/site-contracts.ts';
import { type ContractSpan, type MonthPart, monthsBetween, partOf, readSpans } from './contract-spans.ts';
import { type DaySums, monthKey, readAccount, readMonthSums, readPartSums, readStamp } from './month-sums.ts';

export interface ResultDeps {
  db: Db;
  now: () => number;
}

type LockRow = typeof contractMonths.$inferSelect;
type SettlementRow = typeof contractSettlements.$inferSelect;

/** Months of contracts at their sites: open ones as they are now, locked ones as they were locked. */
export async function readContractMonths(
  { db, now }: ResultDeps,
  caller: Caller,
  { contractConfigurationId, fromMonth, toMonth }: BodyOf<typeof contractResultEndpoints.months>,
): Promise<ContractMonth[]> {
  if (contractConfigurationId !== null) await getRow(db, caller, contractConfigurationId);
  const spans = await readSpans(db, caller, contractConfigurationId);
  const months = monthsBetween(fromMonth, toMonth);
  if (months.length > MOST_MONTHS)
    throw new AppError('request.invalid', { issues: [problem('Common_Validation_PeriodLong', ['toMonth'])] });
  const parts = spans.flatMap((span) => {
    const today = localDayOf(now(), span.zone);
    return months.flatMap((month) => {
      const part = partOf(month, span);
      return part && isBegun(part, span, today) ? [{ span, part, today }] : [];
    });
  });
  const siteIds = new Set(parts.flatMap(({ span, part }) => (part.isWhole ? [span.siteId] : [])));
  const sums = await readMonthSums(db, siteIds, months);
  const kept = await readKept(db, new Set(spans.map(({ contractId }) => contractId)), { fromMonth, toMonth });
  const items: ContractMonth[] = [];
  for (const { span, part, today } of parts) {
    const lock = kept.lockOf(span, part.month);
    const whole = part.isWhole ? sums.get(monthKey(span.siteId, part.month)) : undefined;
    const found = part.isWhole ? whole : await readPartSums(db, { ...span, ...part });
    const stamp = whole?.stamp;
    const seen = lock && (await seenViews(db, { span, part, lock, stamp }));
    items.push(
      contractMonthOf(span, part, {
        today,
        sums: found ?? NOTHING,
        lock,
        seen,
        settled: kept.settledOf(span, part.month),
        carried: kept.carriedInto(span, part.month),
      }),
    );
  }
  return items;
}

const MOST_MONTHS = 120;
const NOTHING: DaySums = { views: [], days: 0, computedMs: null };

/** There was nothing to compute before the first computed day, and there is nothing yet after today. */
export function isBegun({ fromDay, toDay }: MonthPart, { firstDay }: ContractSpan, today: LocalDay): boolean {
  return firstDay !== undefined && firstDay < toDay && fromDay <= today;
}

/** A locked month as it is now, by the terms it was locked with. Only a month whose days were computed since is added up again. */
export async function seenViews(
  db: Db,
  {
    span: { contractId, siteId },
    part,
    lock,
    ...known
  }: { span: ContractSpan; part: MonthPart; lock: LockRow; stamp?: number | undefined },
): Promise<ViewSums[]> {
  const stamp = known.stamp ?? (await readStamp(db, siteId, part.month));
  if (stamp === lock.seenStamp) return lock.seenViews;
  const { account } = await readAccount(db, { siteId, ...part });
  const seen = toViews(lock.content.terms).map((view) => viewSumsOf(account, view));
  await db
    .update(contractMonths)
    .set({ seenStamp: stamp, seenViews: seen })
    .where(and(eq(contractMonths.contractId, contractId), eq(contractMonths.siteId, siteId), eq(contractMonths.month, `${part.month}-01`)));
  return seen;
}

export interface MonthState {
  today: LocalDay;
  /** As they are now; of a locked month what was locked counts instead. */
  sums: DaySums;
  lock: LockRow | undefined;
  /** Of a locked month: what it would come to now. */
  seen: readonly ViewSums[] | undefined;
  settled: readonly SettlementRow[];
  carried: readonly SettlementRow[];
}

export function contractMonthOf(span: ContractSpan, part: MonthPart, state: MonthState): ContractMonth {
  const { lock, today, sums } = state;
  const content = lock?.content;
  const isOver = today >= part.toDay;
  const views = content?.views ?? sums.views;
  const { contractId, contractName, siteId, siteName, currency, firstDay } = span;
  const begun = Math.min(part.toDay, today + 1) - Math.max(part.fromDay, firstDay ?? part.fromDay);
  const days = content?.days ?? sums.days;
  return {
    ...{ contractConfigurationId: contractId, contractName, siteId, siteName, currency },
    month: part.month,
    days,
    missingDays: content?.missingDays ?? Math.max(0, begun - days),
    isOver,
    computedMs: lock ? lock.lockedAtMs : sums.computedMs,
    views: views.map((view) => toMonthView(view, views)),
    guarantees: guaranteesOf(content?.terms ?? span.termsIn(part.month), { ...state, views, isOver }),
    lock: lock ? { by: lock.lockedBy, atMs: lock.lockedAtMs } : null,
  };
}

export function toMonthView(view: ViewSums, views: readonly ViewSums[]): MonthView {
  const { name, basis, available, unavailable } = view;
  return {
    view: name,
    basis,
    percent: orNull(100 * shareOfView(view, views)),
    reason: missingReason(view, views) ?? null,
    available,
    unavailable,
  };
}

interface GuaranteedState extends Pick<MonthState, 'seen' | 'settled' | 'carried'> {
  views: readonly ViewSums[];
  isOver: boolean;
}

function guaranteesOf({ guarantees }: ContractTerms, { views, isOver, seen, settled, carried }: GuaranteedState): MonthGuarantee[] {
  return guarantees.map(({ view, basis, percent: promised, steps }) => {
    const outcomeOf = (of: readonly ViewSums[]) => guaranteeOutcome(percentOf(of, view, basis), { percent: promised, steps });
    const { points, amount } = outcomeOf(views);
    const later = seen && outcomeOf(seen);
    const amountIn = (rows: readonly SettlementRow[]) =>
      rows
        .flatMap(({ content }) => content)
        .reduce((sum, each) => (each.view === view && each.basis === basis ? sum + each.amount : sum), 0);
    return {
      ...{ view, basis, guaranteedPercent: promised },
      percent: orNull(percentOf(views, view, basis)),
      points: orNull(points),
      amount: isOver ? orNull(amount) : null,
      pointsAfterLock: later ? orNull(later.points - points) : null,
      amountAfterLock: later ? orNull(later.amount - amount) : null,
      settledAmount: amountIn(settled),
      carriedAmount: amountIn(carried),
    };
  });
}

export function percentOf(views: readonly ViewSums[], name: string, basis: string): number {
  const view = views.find((each) => each.name === name && each.basis === basis);
  return view ? 100 * shareOfView(view, views) : Number.NaN;
}

export interface KeptMonths {
  lockOf: (span: ContractSpan, month: string) => LockRow | undefined;
  settledOf: (span: ContractSpan, month: string) => SettlementRow[];
  carriedInto: (span: ContractSpan, month: string) => SettlementRow[];
}

/** Locks and settlements of months. Index: the primary key of contract_months, contract_settlements_month and contract_settlements_into. */
export async function readKept(
  db: Db,
  contractIds: ReadonlySet<string>,
  { fromMonth, toMonth }: { fromMonth: string; toMonth: string },
): Promise<KeptMonths> {
  const [from, to] = [`${fromMonth}-01`, `${toMonth}-01`];
  const ids = [...contractIds];
  const locks = await db
    .select()
    .from(contractMonths)
    .where(and(inArray(contractMonths.contractId, ids), gte(contractMonths.month, from), lte(contractMonths.month, to)));
  const settlements = await db
    .select()
    .from(contractSettlements)
    .where(
      and(
        inArray(contractSettlements.contractId, ids),
        or(
          and(gte(contractSettlements.month, from), lte(contractSettlements.month, to)),
          and(gte(contractSettlements.intoMonth, from), lte(contractSettlements.intoMonth, to)),
        ),
      ),
    );
  const keyOf = (contractId: string, siteId: SiteId, month: string) => `${contractId} ${siteId} ${month.slice(0, 7)}`;
  const locksBy = new Map(locks.map((row) => [keyOf(row.contractId, row.siteId, row.month), row]));
  const settledBy = Map.groupBy(settlements, (row) => keyOf(row.contractId, row.siteId, row.month));
  const carriedBy = Map.groupBy(settlements, (row) => keyOf(row.contractId, row.siteId, row.intoMonth));
  return {
    lockOf: ({ contractId, siteId }, month) => locksBy.get(keyOf(contractId, siteId, month)),
    settledOf: ({ contractId, siteId }, month) => settledBy.get(keyOf(contractId, siteId, month)) ?? [],
    carriedInto: ({ contractId, siteId }, month) => carriedBy.get(keyOf(contractId, siteId, month)) ?? [],
  };
}

export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
