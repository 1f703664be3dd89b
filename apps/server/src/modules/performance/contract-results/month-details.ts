import type { ContractMonthDetails, contractResultEndpoints } from '@solvane/contract/contract-results';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { availableShare } from '@solvane/energy/availability/availability-sheets';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { type DayAccount, viewSumsOf } from '@solvane/energy/site-day/availability/day-account';
import { shareOfView } from '@solvane/energy/site-day/availability/view-sums';
import type { AvailabilityView } from '@solvane/energy/site-day/site';
import { dayStart, localDayOf, type Period } from '@solvane/energy/time/local-day';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { contractUnlocks } from '../../../db/schema/contracts.ts';
import type { Caller } from '../../../http/caller.ts';
import { toViews } from '../../contracts/site-contracts.ts';
import { changesAfterLock } from './changes-after-lock.ts';
import { type ContractSpan, type MonthPart, monthOf, monthsBetween, partOf, readSpans } from './contract-spans.ts';
import { pointsOf, readListedEvents, toCountedEvent } from './counted-events.ts';
import { type DaySums, readAccount, readPartSums } from './month-sums.ts';
import { contractMonthOf, isBegun, type KeptMonths, type ResultDeps, readKept, seenViews } from './months.ts';

/** More are not listed; those with the largest effect are. */
const MOST_EVENTS = 1_000;

export interface FoundMonth {
  span: ContractSpan;
  part: MonthPart;
  today: number;
  period: Period;
  kept: KeptMonths;
  sums: DaySums;
}

/** @throws AppError resource.notFound when the contract, the site or the month is out of reach */
export async function getMonth(
  { db, now }: ResultDeps,
  caller: Caller,
  {
    contractConfigurationId,
    siteId,
    month,
  }: Pick<BodyOf<typeof contractResultEndpoints.month>, 'contractConfigurationId' | 'siteId' | 'month'>,
): Promise<FoundMonth> {
  const [span] = await readSpans(db, caller, contractConfigurationId, siteId);
  const part = span && partOf(month, span);
  if (!span || !part) throw new AppError('resource.notFound');
  const today = localDayOf(now(), span.zone);
  if (!isBegun(part, span, today)) throw new AppError('resource.notFound');
  const kept = await readKept(db, new Set([span.contractId]), {
    fromMonth: month,
    toMonth: [month, monthOf(today)].sort().at(-1) ?? month,
  });
  const period = { startMs: dayStart(part.fromDay, span.zone), endMs: dayStart(part.toDay, span.zone) };
  return { span, part, today, period, kept, sums: await readPartSums(db, { siteId, ...part }) };
}

export async function readMonthDetails(
  deps: ResultDeps,
  caller: Caller,
  query: BodyOf<typeof contractResultEndpoints.month>,
): Promise<ContractMonthDetails> {
  const { db } = deps;
  const found = await getMonth(deps, caller, query);
  const { span, part, today, period, kept, sums } = found;
  const lock = kept.lockOf(span, part.month);
  const terms = lock?.content.terms ?? span.termsIn(part.month);
  const view = toViews(terms).find(({ name, basis }) => name === query.view && basis === query.basis);
  if (!view) throw new AppError('resource.notFound');
  const now = await readAccount(db, { siteId: span.siteId, ...part });
  const account = lock?.content.account ?? now.account;
  const settled = kept.settledOf(span, part.month);
  const state = { today, sums, lock, settled, carried: kept.carriedInto(span, part.month) };
  const month = contractMonthOf(span, part, { ...state, seen: lock && (await seenViews(db, { span, part, lock })) });
  const views = lock?.content.views ?? sums.views;
  const reached = views.find(({ name, basis }) => name === view.name && basis === view.basis);
  const whole = reached && !Number.isNaN(shareOfView(reached, views)) ? reached.available + reached.unavailable : 0;
  const listed = await readListedEvents(db, { siteId: span.siteId, period }, [...account.events, ...now.account.events]);
  const counts = Map.groupBy(account.events, ({ timeCategory }) => timeCategory);
  const steps = TIME_CATEGORIES.flatMap((category) => {
    const amount = reached?.unavailableBy[category] ?? 0;
    return amount !== 0 && whole > 0
      ? [{ category, amount, points: (-100 * amount) / whole, events: counts.get(category)?.length ?? 0 }]
      : [];
  });
  const events = account.events.map((event) => toCountedEvent(event, listed, pointsOf(event, view, whole)));
  return {
    ...month,
    ...{ view: view.name, basis: view.basis, zone: span.zone },
    steps: steps.sort((a, b) => a.points - b.points),
    categories: categoriesOf(account, view),
    events: events.sort((a, b) => a.points - b.points || b.ratedHoursKwh - a.ratedHoursKwh).slice(0, MOST_EVENTS),
    daysWithoutEvents: lock ? 0 : Math.max(0, sums.days - now.days),
    afterLock: lock ? await changesAfterLock(db, { span, lock, view, period, now: now.account, listed }) : [],
    unlocks: await readUnlocks(db, found),
    settlements: settled.map(({ intoMonth, content, settledBy, settledAtMs }) => ({
      intoMonth: intoMonth.slice(0, 7),
      amount: content.reduce((sum, { amount }) => sum + amount, 0),
      by: settledBy,
      atMs: settledAtMs,
    })),
    openMonths: lock ? openMonthsOf(found) : [],
    canLock: caller.scopeFor('LockPeriods').has(span.siteId),
  };
}

/** Index: contract_unlocks_month. */
async function readUnlocks(
  db: Db,
  { span: { contractId, siteId }, part: { month } }: FoundMonth,
): Promise<ContractMonthDetails['unlocks']> {
  const { lockedBy, lockedAtMs, unlockedBy, unlockedAtMs, reason } = contractUnlocks;
  return db
    .select({ lockedBy, lockedAtMs, by: unlockedBy, atMs: unlockedAtMs, reason })
    .from(contractUnlocks)
    .where(and(eq(contractUnlocks.contractId, contractId), eq(contractUnlocks.siteId, siteId), eq(contractUnlocks.month, `${month}-01`)))
    .orderBy(desc(unlockedAtMs));
}

/** Later months of the contract that have begun and are not locked. */
export function openMonthsOf({ span, part, today, kept }: Pick<FoundMonth, 'span' | 'part' | 'today' | 'kept'>): string[] {
  return monthsBetween(part.month, monthOf(today)).filter((month) => {
    const later = month > part.month ? partOf(month, span) : undefined;
    return later !== undefined && isBegun(later, span, today) && kept.lockOf(span, month) === undefined;
  });
}

function categoriesOf({ sources }: DayAccount, view: AvailabilityView): ContractMonthDetails['categories'] {
  return TIME_CATEGORIES.flatMap((category) => {
    const parts = (['PV', 'Wind', 'BESS'] as const).flatMap((source) => {
      const amounts = sources[source]?.[category];
      return amounts ? [{ amounts, isExcluded: Number.isNaN(availableShare(view.sheets[source][category])) }] : [];
    });
    if (parts.length === 0) return [];
    const sum = (at: 0 | 2) => parts.reduce((total, { amounts }) => total + amounts[at], 0);
    return [{ category, ratedHours: sum(0), lost: sum(2), isExcluded: parts.every(({ isExcluded }) => isExcluded) }];
  });
}

/** What a month comes to under terms, from its account. */
export function viewsUnder(account: DayAccount, terms: Parameters<typeof toViews>[0]) {
  return toViews(terms).map((view) => viewSumsOf(account, view));
}
