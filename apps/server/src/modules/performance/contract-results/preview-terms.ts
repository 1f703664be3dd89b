import {
  type ContractPreview,
  type contractResultEndpoints,
  type PreviewMonth,
  UNPREVIEWED_TERMS,
} from '@solvane/contract/contract-results';
import type { ContractTerms } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { guaranteeOutcome } from '@solvane/energy/availability/guarantee';
import {
  type AccountedEvent,
  addDayAccounts,
  type DayAccount,
  eventInView,
  eventKey,
  viewSumsOf,
} from '@solvane/energy/site-day/availability/day-account';
import { addViewSums, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import type { AvailabilityView } from '@solvane/energy/site-day/site';
import { addUnits } from '@solvane/energy/time/bucket';
import { dayBounds, dayStart, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { type DateSpan, spanOn } from '@solvane/energy/time/validity';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { contractConfigurations, contractSites } from '../../../db/schema/contracts.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';
import { defaultTerms } from '../../contracts/contracts.wire.ts';
import { toViews } from '../../contracts/site-contracts.ts';
import { termSpans } from '../../contracts/term-spans.ts';
import { SITE_CURRENCY } from '../../fleet/sites.queries.ts';
import { parseSums } from '../results/site-results.ts';
import { firstDayOf, monthsBetween } from './contract-spans.ts';
import { readListedEvents, toCountedEvent } from './counted-events.ts';
import { orNull, percentOf, type ResultDeps, toMonthView } from './months.ts';

type Query = BodyOf<typeof contractResultEndpoints.preview>;

const EVENTS_SHOWN = 12;
const MOST_MONTHS = 36;

/** Terms that hold at the site, and those that would. */
interface CompletedTerms {
  terms: ContractTerms;
  lossCategorySetId: string | null;
}

interface DayRow {
  day: string;
  views: ViewSums[];
  account: DayAccount;
}

/**
 * What terms would have made of past months: stored accounts counted by another sheet, no day is computed again. Days whose account is not known
 * count in neither of the two results.
 *
 * @throws AppError resource.notFound when the site is out of scope
 */
export async function previewTerms({ db, now }: ResultDeps, caller: Caller, query: Query): Promise<ContractPreview> {
  const { siteId, fromMonth, toMonth } = query;
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  const [site] = await db
    .select({ name: sites.name, zone: sites.timezone, energyType: sites.energyType, currency: SITE_CURRENCY })
    .from(sites)
    .where(eq(sites.id, siteId));
  if (!site) throw new AppError('resource.notFound');
  const zone = site.zone ?? 'UTC';
  const contracts = await readHeld(db, siteId);
  const usual: CompletedTerms = { terms: defaultTerms(site.energyType), lossCategorySetId: null };
  const heldOn = (date: string): CompletedTerms => spanOn(contracts, date) ?? usual;
  const after = toViews(query.terms);
  const months: PreviewMonth[] = [];
  const moves: Move[] = [];
  let lastHeld = usual;
  for (const month of monthsBetween(fromMonth, toMonth).slice(0, MOST_MONTHS)) {
    const fromDay = firstDayOf(month);
    const toDay = Math.min(addUnits(fromDay, 'month', 1), localDayOf(now(), zone) + 1);
    const rows = await readRows(db, query, { fromDate: toIsoDate(fromDay), toDate: toIsoDate(Math.max(fromDay, toDay)) });
    if (rows.known.length === 0) continue;
    const kept = rows.known.filter(({ day }) => !isLeftOut(day, query.terms, zone));
    const before = addViewSums(rows.known.map(({ views }) => views));
    const account = addDayAccounts(kept.map((row) => row.account));
    const views = after.map((view) => viewSumsOf(account, view));
    const held = heldOn(rows.known[0]?.day ?? '');
    lastHeld = held;
    months.push({
      month,
      days: rows.known.length,
      missingDays: rows.missing,
      before: before.map((view) => toMonthView(view, before)),
      after: views.map((view) => toMonthView(view, views)),
      amountBefore: amountOf(held.terms, before),
      amountAfter: amountOf(query.terms, views),
    });
    moves.push(...movesOf(month, { rows: rows.known, kept, heldOn, terms: query.terms }));
  }
  const largest = moves.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, EVENTS_SHOWN);
  const period = { startMs: dayStart(firstDayOf(fromMonth), zone), endMs: dayStart(addUnits(firstDayOf(toMonth), 'month', 1), zone) };
  const listed = await readListedEvents(
    db,
    { siteId, period },
    largest.map(({ event }) => event),
  );
  return {
    siteId,
    siteName: site.name,
    currency: site.currency,
    months,
    events: largest.map(({ month, event, points }) => ({ ...toCountedEvent(event, listed, points), month })),
    notCounted: notCountedOf({ held: lastHeld, query, zone }),
  };
}

async function readHeld(db: Db, siteId: Query['siteId']): Promise<(CompletedTerms & DateSpan)[]> {
  const { validFrom, validTo, content, earlierTerms, lossCategorySetId } = contractConfigurations;
  const rows = await db
    .select({ validFrom, validTo, content, earlierTerms, lossCategorySetId })
    .from(contractSites)
    .innerJoin(contractConfigurations, eq(contractConfigurations.id, contractSites.configurationId))
    .where(eq(contractSites.siteId, siteId))
    .orderBy(asc(validFrom));
  return rows.flatMap((row) => termSpans(row).map((span) => ({ ...span, lossCategorySetId: row.lossCategorySetId })));
}

/** Index: the primary key of site_days. */
async function readRows(
  db: Db,
  { siteId }: Query,
  { fromDate, toDate }: { fromDate: string; toDate: string },
): Promise<{ known: DayRow[]; missing: number }> {
  const rows = await db
    .select({ day: siteDays.day, views: siteDays.availability, account: siteDays.account })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gte(siteDays.day, fromDate), lt(siteDays.day, toDate)))
    .orderBy(asc(siteDays.day));
  const known = rows.flatMap(({ day, views, account }): DayRow[] => {
    const parsed = { views: parseSums<ViewSums[]>(views), account: parseSums<DayAccount>(account) };
    return parsed.views && parsed.account ? [{ day, views: parsed.views, account: parsed.account }] : [];
  });
  return { known, missing: rows.length - known.length };
}

/** All of the day is agreed to be left out. */
function isLeftOut(date: string, { excludedPeriods }: ContractTerms, zone: string): boolean {
  const day = parseIsoDate(date);
  if (day === undefined || excludedPeriods.length === 0) return false;
  const { startMs, endMs } = dayBounds(day, zone);
  return excludedPeriods.some((period) => period.startMs <= startMs && endMs <= period.endMs);
}

/** Sum over the promises. null: there are none, or nothing counts */
function amountOf({ guarantees }: ContractTerms, views: readonly ViewSums[]): number | null {
  if (guarantees.length === 0) return null;
  const amounts = guarantees.map(
    ({ view, basis, percent, steps }) => guaranteeOutcome(percentOf(views, view, basis), { percent, steps }).amount,
  );
  return orNull(amounts.reduce((sum, amount) => sum + amount, 0));
}

interface Move {
  month: string;
  event: AccountedEvent;
  /** Percentage points by which its effect changes: positive is less taken from 100 %. */
  points: number;
}

interface MoveOptions {
  rows: readonly DayRow[];
  /** Days that the new terms count. */
  kept: readonly DayRow[];
  heldOn: (date: string) => CompletedTerms;
  terms: ContractTerms;
}

/** Effect of each event on the view that is guaranteed first, before and after. */
function movesOf(month: string, { rows, kept, heldOn, terms }: MoveOptions): Move[] {
  const [first] = terms.guarantees;
  const isMain = ({ name, basis }: Pick<AvailabilityView, 'name' | 'basis'>) =>
    first ? name === first.view && basis === first.basis : name === terms.views[0]?.name && basis === terms.views[0].basis;
  const views = new Map<CompletedTerms, AvailabilityView | undefined>();
  const heldView = (date: string) => {
    const held = heldOn(date);
    if (!views.has(held)) views.set(held, toViews(held.terms).find(isMain));
    return views.get(held);
  };
  const after = toViews(terms).find(isMain);
  const taken = { before: takenBy(rows, heldView), after: takenBy(kept, () => after) };
  return [...taken.before.events].flatMap(([key, { event, amount }]) => {
    const now = taken.after.events.get(key)?.amount ?? 0;
    const points = shareOf(amount, taken.before.whole) - shareOf(now, taken.after.whole);
    return Math.abs(points) < SMALLEST_MOVE ? [] : [{ month, event, points }];
  });
}

interface Taken {
  whole: number;
  events: Map<string, { event: AccountedEvent; amount: number }>;
}

/** What a view counts of some days, and what each event takes of it. */
function takenBy(rows: readonly DayRow[], viewOn: (date: string) => AvailabilityView | undefined): Taken {
  const taken: Taken = { whole: 0, events: new Map() };
  for (const [view, ofView] of Map.groupBy(rows, ({ day }) => viewOn(day))) {
    const account = addDayAccounts(ofView.map((row) => row.account));
    if (view) {
      const { available, unavailable } = viewSumsOf(account, view);
      taken.whole += available + unavailable;
    }
    for (const event of account.events) {
      const key = eventKey(event);
      const amount = (taken.events.get(key)?.amount ?? 0) + (view ? eventInView(event, view).unavailable : 0);
      taken.events.set(key, { event, amount });
    }
  }
  return taken;
}

/** [percentage points] */
function shareOf(amount: number, whole: number): number {
  return whole > 0 ? (100 * amount) / whole : 0;
}

/** Less is the same event in a slightly longer or shorter month. [percentage points] */
const SMALLEST_MOVE = 0.0005;

/** Changed terms whose effect only a calculation tells. */
function notCountedOf({ held, query, zone }: { held: CompletedTerms; query: Query; zone: string }): ContractPreview['notCounted'] {
  const { terms: before } = held;
  const { terms, lossCategorySetId } = query;
  const isOther: Record<(typeof UNPREVIEWED_TERMS)[number], boolean> = {
    expectedMethods: JSON.stringify(before.expectedMethods) !== JSON.stringify(terms.expectedMethods),
    overdesign: before.overdesign !== terms.overdesign,
    excludesEstimated: before.excludesEstimated !== terms.excludesEstimated,
    lossCategorySetId: held.lossCategorySetId !== lossCategorySetId,
    excludedPeriods:
      !areWholeDays(terms, zone) ||
      before.excludedPeriods.some(
        (period) => !terms.excludedPeriods.some((each) => each.startMs <= period.startMs && period.endMs <= each.endMs),
      ),
  };
  return UNPREVIEWED_TERMS.filter((name) => isOther[name]);
}

function areWholeDays({ excludedPeriods }: ContractTerms, zone: string): boolean {
  return excludedPeriods.every(({ startMs, endMs }) => [startMs, endMs].every((atMs) => dayStart(localDayOf(atMs, zone), zone) === atMs));
}
