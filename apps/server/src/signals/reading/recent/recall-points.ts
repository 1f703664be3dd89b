import { isSameColumn } from '@solvane/contract/signal-columns';
import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { ChangeQuestion } from '../../engine/last-changes.ts';
import type { ReadAnswer, ReadQuery, SeriesColumns } from '../../signal-store.ts';
import { blockOf, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../../sql/signal-database.ts';
import { isReduced } from '../point-sql.ts';
import type { DayPoints } from './day-points.ts';
import { isUnchanged, type KeptSlice, type RecentSlices } from './recent-slices.ts';

export interface RecallOptions {
  database: Pick<SignalDatabase, 'findChange'>;
  recent: RecentSlices<DayPoints>;
}

/** Raw points from memory, where every day of them is there and the engine says that it is still true. @returns undefined: the engine is to be asked */
export async function recallPoints(
  { database, recent }: RecallOptions,
  query: ReadQuery,
  { lane = 'interactive' }: StatementOptions,
): Promise<ReadAnswer | undefined> {
  // What is read in the background is read once: nobody comes back for it.
  if (lane !== 'interactive' || !isOfPlainPoints(query)) return undefined;
  const asked = blockDaysOf(query);
  const kept = recent.ask(asked);
  const change = kept && (await database.findChange(asked));
  if (kept && change && isUnchanged(kept, change)) return { reduced: false, series: toSeries(kept, query) };
  recent.wish(asked);
  return undefined;
}

function isOfPlainPoints(query: ReadQuery): boolean {
  const { resolution, series, withExtremes = false, startMs, endMs } = query;
  return (
    resolution === 'raw' &&
    endMs > startMs &&
    series.length > 0 &&
    !withExtremes &&
    !isReduced(query) &&
    series.every(({ kind, facet = 'value' }) => kind === 'raw' && facet === 'value')
  );
}

/** Exactly the days that points of the period stand on. */
export function blockDaysOf({ series, startMs, endMs }: ReadQuery): ChangeQuestion {
  return {
    blocks: [...new Set(series.map((question) => blockOf(question.series)))],
    first: Math.floor(startMs / DAY_MS),
    last: Math.floor((endMs - 1) / DAY_MS),
  };
}

function toSeries(kept: readonly KeptSlice<DayPoints>[], { series, startMs, endMs }: ReadQuery): SeriesColumns[] {
  const days = Map.groupBy(kept, ({ block }) => block);
  let timesBefore = new Float64Array(0);
  return series.map(({ series: number }) => {
    const { timesMs, values } = joinDays(days.get(blockOf(number)) ?? [], number % SERIES_PER_BLOCK, { startMs, endMs });
    // Series that stand behind each other mostly have the same times: they share one column of them.
    if (!isSameColumn(timesBefore, timesMs)) timesBefore = timesMs;
    return { timesMs: timesBefore, values, min: undefined, max: undefined, completeness: undefined };
  });
}

function joinDays(
  days: readonly KeptSlice<DayPoints>[],
  slot: number,
  period: Period,
): { timesMs: Float64Array<ArrayBuffer>; values: Float64Array } {
  const room = days.reduce((sum, { content }) => sum + content.room(slot, period), 0);
  const into = { timesMs: new Float64Array(room), values: new Float64Array(room) };
  const count = days.reduce((at, { content }) => content.copy(slot, period, { into, at }), 0);
  // A view would keep the empty places, too.
  return count === room ? into : { timesMs: into.timesMs.slice(0, count), values: into.values.slice(0, count) };
}
