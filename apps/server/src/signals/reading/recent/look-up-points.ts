import { isSameColumn } from '@solvane/contract/signal-columns';
import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { ChangeQuery } from '../../engine/last-changes.ts';
import type { ReadQuery, ReadResponse, SeriesColumns } from '../../signal-reader.ts';
import { blockOf, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../../sql/signal-database.ts';
import { isReduced } from '../point-sql.ts';
import type { DayPoints } from './day-points.ts';
import { type CachedSlice, isUnchanged, type RecentSlices } from './recent-slices.ts';

export interface LookUpOptions {
  database: Pick<SignalDatabase, 'findChange'>;
  recent: RecentSlices<DayPoints>;
}

/** Raw points from memory, where every day of them is there and the engine confirms that it is unchanged. @returns undefined: the engine is to be requested */
export async function lookUpPoints(
  { database, recent }: LookUpOptions,
  query: ReadQuery,
  { lane = 'interactive' }: StatementOptions,
): Promise<ReadResponse | undefined> {
  // What is read in the background is read once: it is not requested again.
  if (lane !== 'interactive' || !isOfPlainPoints(query)) return undefined;
  const requested = blockDaysOf(query);
  const cached = recent.lookUp(requested);
  const change = cached && (await database.findChange(requested));
  if (cached && change && isUnchanged(cached, change)) return { reduced: false, series: toSeries(cached, query) };
  recent.requestPrefetch(requested);
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

/** Exactly the days that points of the period lie on. */
export function blockDaysOf({ series, startMs, endMs }: ReadQuery): ChangeQuery {
  return {
    blocks: [...new Set(series.map((seriesQuery) => blockOf(seriesQuery.series)))],
    first: Math.floor(startMs / DAY_MS),
    last: Math.floor((endMs - 1) / DAY_MS),
  };
}

function toSeries(cached: readonly CachedSlice<DayPoints>[], { series, startMs, endMs }: ReadQuery): SeriesColumns[] {
  const days = Map.groupBy(cached, ({ block }) => block);
  let timesBefore = new Float64Array(0);
  return series.map(({ series: number }) => {
    const { timesMs, values } = joinDays(days.get(blockOf(number)) ?? [], number % SERIES_PER_BLOCK, { startMs, endMs });
    // Series that stand behind each other mostly have the same times: they share one column of them.
    if (!isSameColumn(timesBefore, timesMs)) timesBefore = timesMs;
    return { timesMs: timesBefore, values, min: undefined, max: undefined, completeness: undefined };
  });
}

function joinDays(
  days: readonly CachedSlice<DayPoints>[],
  slot: number,
  period: Period,
): { timesMs: Float64Array<ArrayBuffer>; values: Float64Array } {
  const room = days.reduce((sum, { content }) => sum + content.room(slot, period), 0);
  const into = { timesMs: new Float64Array(room), values: new Float64Array(room) };
  const count = days.reduce((at, { content }) => content.copy(slot, period, { into, at }), 0);
  // A view would keep the empty slots, too.
  return count === room ? into : { timesMs: into.timesMs.slice(0, count), values: into.values.slice(0, count) };
}
