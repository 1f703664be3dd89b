import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { STEP_MS } from '../calendar/day-frame.ts';

export type DemoSize = 'on' | 'small';

/** What of the demo is already stored: one unbroken range that grows at both ends. Plain data, so that the server can keep it. */
export interface FeedState {
  version: 1;
  seed: number;
  demo: DemoSize;
  /** First day of the history. Fixed at the first start, so that counters go on from there for ever. */
  firstDay: LocalDay;
  fedFromMs: number;
  fedToMs: number;
}

/** How much of the history comes first. */
export const RECENT_MS = 35 * DAY_MS;

const HISTORY_MONTHS = 13;
const SMALL_DAYS = 14;

/** Nothing is stored yet. The history begins on the first day of the month 13 months back; the small demo has 14 days. */
export function firstState({ seed, demo, nowMs }: { seed: number; demo: DemoSize; nowMs: number }): FeedState {
  const today = localDayOf(nowMs, 'UTC');
  const firstDay = demo === 'on' ? addUnits(unitStart(today, 'month'), 'month', -HISTORY_MONTHS) : today - SMALL_DAYS;
  const edgeMs = lastCompleteMs(nowMs);
  return { version: 1, seed, demo, firstDay, fedFromMs: edgeMs, fedToMs: edgeMs };
}

/** The stored state where it belongs to the same demo; another seed or size starts again, and so does a state that cannot be read. */
export function keptState(kept: unknown, { seed, demo }: { seed: number; demo: DemoSize }): FeedState | undefined {
  return isFeedState(kept) && kept.seed === seed && kept.demo === demo ? kept : undefined;
}

export function historyStartMs({ firstDay }: Pick<FeedState, 'firstDay'>): number {
  return firstDay * DAY_MS;
}

/** End of the last interval that is over. */
export function lastCompleteMs(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS) * STEP_MS;
}

function isFeedState(kept: unknown): kept is FeedState {
  if (typeof kept !== 'object' || kept === null) return false;
  const fields = new Map<string, unknown>(Object.entries(kept));
  const hasNumbers = ['seed', 'firstDay', 'fedFromMs', 'fedToMs'].every((name) => Number.isInteger(fields.get(name)));
  return fields.get('version') === 1 && hasNumbers && (fields.get('demo') === 'on' || fields.get('demo') === 'small');
}
