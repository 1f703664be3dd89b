import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';

interface HoldOptions {
  refresh: CommonSettings['refresh'];
  /** Somewhere near what the user sees. */
  isNear: boolean;
}

const MINUTE_MS = 60_000;

/** The page that a widget shows: time passes for it only as often as its settings say, and not while it is out of sight. */
export function heldPage(held: WidgetPage, page: WidgetPage, { refresh, isNear }: HoldOptions): WidgetPage {
  if (!isSameSelection(held, page) || held.askedMs !== page.askedMs) return page;
  if (!isNear || refresh === 0) return held;
  const isDue = refresh === 'page' || page.nowMs - held.nowMs >= refresh * MINUTE_MS;
  return isDue && !isSameTime(held, page) ? page : held;
}

/** Whether pages differ at most in what passes with time. */
function isSameSelection(a: WidgetPage, b: WidgetPage): boolean {
  if (a.periodSelection === undefined || b.periodSelection === undefined) return a === b;
  return (
    isSameList(a.sites, b.sites) &&
    isSameList(a.segmentIds, b.segmentIds) &&
    isSameList(a.powerDeviceIds, b.powerDeviceIds) &&
    a.trees === b.trees &&
    a.allSites === b.allSites &&
    a.enterprises === b.enterprises &&
    a.refreshMinutes === b.refreshMinutes &&
    a.zone === b.zone &&
    a.focus?.segmentId === b.focus?.segmentId &&
    JSON.stringify(a.periodSelection) === JSON.stringify(b.periodSelection)
  );
}

function isSameList(a: readonly unknown[] | null | undefined, b: readonly unknown[] | null | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return !a === !b;
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function isSameTime(a: WidgetPage, b: WidgetPage): boolean {
  return a.nowMs === b.nowMs && a.period.startMs === b.period.startMs && a.period.endMs === b.period.endMs;
}
