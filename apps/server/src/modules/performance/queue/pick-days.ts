import { unitStart } from '@solvane/energy/time/bucket';
import type { LocalDay } from '@solvane/energy/time/local-day';
import { PRIORITY, type Priority } from '../../recalculation/site-days.ts';

export interface WaitingDay {
  day: LocalDay;
  /** A finished computation counts only for the mark it began with. */
  mark: number;
  priority: Priority;
  reason: string;
  failures: number;
}

/** A user waits for one of them: enough to share what is read, few enough to be there soon. */
const RECENT_DAYS_TOGETHER = 8;
/** What is read and looked up once for them, and the statements of a batch, cost as much as some days. */
const HISTORY_DAYS_TOGETHER = 62;

/**
 * The days of a site that are computed next, ascending and without a gap: the newest one a user may look at with its neighbours, else history
 * from its beginning, because a day learns from those before it.
 *
 * @param most - days whose values fit in memory together
 */
export function pickDays(waiting: readonly WaitingDay[], most: number): WaitingDay[] {
  const recent = waiting.filter(({ priority }) => priority > PRIORITY.history);
  if (recent.length > 0) {
    const urgent = Math.max(...recent.map(({ priority }) => priority));
    const newest = Math.max(...recent.filter(({ priority }) => priority === urgent).map(({ day }) => day));
    return neighbours(recent, newest, { step: -1, most: Math.min(most, RECENT_DAYS_TOGETHER) }).reverse();
  }
  if (waiting.length === 0) return [];
  const urgent = Math.max(...waiting.map(({ priority }) => priority));
  const history = waiting.filter(({ priority }) => priority === urgent);
  const first = Math.min(...history.map(({ day }) => day));
  return wholeMonths(neighbours(history, first, { step: 1, most: Math.min(most, HISTORY_DAYS_TOGETHER) }), history.length);
}

/** The store keeps points by month: days that come in months are merged less, and their month is added up once. */
function wholeMonths(picked: WaitingDay[], waiting: number): WaitingDay[] {
  const last = picked.at(-1);
  if (!last || picked.length === waiting) return picked;
  const inMonths = picked.filter(({ day }) => day < unitStart(last.day + 1, 'month'));
  return inMonths.length * 2 >= picked.length ? inMonths : picked;
}

function neighbours(days: readonly WaitingDay[], from: LocalDay, { step, most }: { step: 1 | -1; most: number }): WaitingDay[] {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const picked: WaitingDay[] = [];
  for (let day = from; picked.length < Math.max(1, most); day += step) {
    const next = byDay.get(day);
    if (!next) break;
    picked.push(next);
  }
  return picked;
}
