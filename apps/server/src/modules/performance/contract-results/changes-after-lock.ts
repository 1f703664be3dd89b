import type { ContractMonthDetails } from '@solvane/contract/contract-results';
import { type AccountedEvent, type DayAccount, viewSumsOf } from '@solvane/energy/site-day/availability/day-account';
import type { AvailabilityView } from '@solvane/energy/site-day/site';
import type { Period } from '@solvane/energy/time/local-day';
import { and, asc, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import type { contractMonths } from '../../../db/schema/contracts.ts';
import { type EventEditRow, eventEdits } from '../../../db/schema/events.ts';
import type { ContractSpan } from './contract-spans.ts';
import { type ListedEvents, pointsOf, toCountedEvent } from './counted-events.ts';

type AfterLock = ContractMonthDetails['afterLock'][number];

interface Comparison {
  span: ContractSpan;
  lock: typeof contractMonths.$inferSelect;
  view: AvailabilityView;
  period: Period;
  /** Of the month as it is computed now. */
  now: DayAccount;
  listed: ListedEvents;
}

/** Less than this is rounding: a fraction of a second, of a site of any size. [kWh] */
const NO_CHANGE_KWH = 1e-6;

/** Events that a locked month would count differently now, with who edited them. What a month was locked with stays as it is. */
export async function changesAfterLock(db: Db, { span, lock, view, period, now, listed }: Comparison): Promise<AfterLock[]> {
  const { account } = lock.content;
  const wholeOf = (of: DayAccount) => {
    const { available, unavailable } = viewSumsOf(of, view);
    return available + unavailable;
  };
  const [wholeBefore, wholeAfter] = [wholeOf(account), wholeOf(now)];
  const changed = pairsOf(account.events, now.events).flatMap(({ was, is }): AfterLock[] => {
    const [longest] = largestFirst(is.length > 0 ? is : was);
    if (!longest || isSame(was, is)) return [];
    const sum = (events: readonly AccountedEvent[], whole: number) =>
      events.reduce((total, event) => total + pointsOf(event, view, whole), 0);
    const points = sum(is, wholeAfter) - sum(was, wholeBefore);
    return [
      {
        event: toCountedEvent(longest, listed, sum(is, wholeAfter)),
        kind: was.length === 0 ? 'added' : is.length === 0 ? 'removed' : 'changed',
        before: largestFirst(was)[0]?.timeCategory ?? null,
        points,
        by: null,
        atMs: null,
      },
    ];
  });
  const edits = await readEdits(db, { span, lock, period, changed });
  return changed.map((each) => ({ ...each, ...authorOf(each, edits) })).toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

interface Pair {
  was: readonly AccountedEvent[];
  is: readonly AccountedEvent[];
}

/** The same event before and after. One that a person placed again has another id: it is the one that took most of its time. */
function pairsOf(before: readonly AccountedEvent[], after: readonly AccountedEvent[]): Pair[] {
  const [earlier, later] = [byEvent(before), byEvent(after)];
  const pairs: Pair[] = [];
  const gone: AccountedEvent[][] = [];
  for (const [key, was] of earlier) {
    const is = later.get(key);
    if (is) pairs.push({ was, is });
    else gone.push(was);
  }
  const come = [...later].flatMap(([key, is]) => (earlier.has(key) ? [] : [is]));
  for (const was of gone) {
    const at = come.findIndex((is) => isMostlySame(was, is));
    const [is = []] = at < 0 ? [] : come.splice(at, 1);
    pairs.push({ was, is });
  }
  return [...pairs, ...come.map((is) => ({ was: [], is }))];
}

function isMostlySame(was: readonly AccountedEvent[], is: readonly AccountedEvent[]): boolean {
  const [a, b] = [was[0], is[0]];
  if (!a || !b || a.ownerId !== b.ownerId || a.source !== b.source) return false;
  const shared = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);
  return shared > 0.5 * Math.min(a.endMs - a.startMs, b.endMs - b.startMs);
}

/** An event whose category was changed is one change, not one that went and one that came. */
function byEvent(events: readonly AccountedEvent[]): Map<string, AccountedEvent[]> {
  return Map.groupBy(events, ({ ownerId, id, source }) => [ownerId, id, source].join(' '));
}

function largestFirst(events: readonly AccountedEvent[]): AccountedEvent[] {
  return events.toSorted((a, b) => b.amounts[0] - a.amounts[0]);
}

function isSame(was: readonly AccountedEvent[], is: readonly AccountedEvent[]): boolean {
  if (was.length !== is.length) return false;
  return was.every((event) => {
    const same = is.find(({ timeCategory }) => timeCategory === event.timeCategory);
    return same?.amounts.every((amount, at) => Math.abs(amount - (event.amounts[at] ?? 0)) < NO_CHANGE_KWH) ?? false;
  });
}

const CHANGING = ['rawEnd', 'assign', 'join', 'void', 'manual', 'undo'] as const;

/** Edits after the lock that touch the month. */
async function readEdits(
  db: Db,
  { span, lock, period, changed }: Pick<Comparison, 'span' | 'lock' | 'period'> & { changed: readonly AfterLock[] },
): Promise<EventEditRow[]> {
  if (changed.length === 0) return [];
  const owners = new Set(changed.map(({ event }) => event.segmentId));
  return db
    .select()
    .from(eventEdits)
    .where(
      and(
        eq(eventEdits.siteId, span.siteId),
        isOneOf(eventEdits.segmentId, owners),
        inArray(eventEdits.kind, [...CHANGING]),
        gte(eventEdits.atMs, lock.lockedAtMs),
        lt(eventEdits.startMs, period.endMs),
        gt(eventEdits.endMs, period.startMs),
      ),
    )
    .orderBy(asc(eventEdits.sequence));
}

function authorOf({ event }: AfterLock, edits: readonly EventEditRow[]): Pick<AfterLock, 'by' | 'atMs'> {
  const last = edits.findLast((edit) => edit.segmentId === event.segmentId && edit.startMs < event.endMs && edit.endMs > event.startMs);
  return { by: last?.author ?? null, atMs: last?.atMs ?? null };
}
