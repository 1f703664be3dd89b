import type { LocalDay } from '@solvane/energy/time/local-day';
import type { SeriesQuery } from '../signal-reader.ts';
import { blockOf } from '../sql/point-tables.ts';

/** Series that one select can read: alike in kind, zone, interval, aggregation, facet, and in the days that wait to be rolled up. */
export interface SeriesClass {
  seriesQuery: SeriesQuery;
  series: number[];
  pendingDays: LocalDay[];
}

export function toClasses(seriesQueries: readonly SeriesQuery[], pendingDays: ReadonlyMap<number, readonly LocalDay[]>): SeriesClass[] {
  const classes = new Map<string, SeriesClass>();
  for (const seriesQuery of seriesQueries) {
    const { series, kind, zone, intervalMs, aggregation, facet = 'value' } = seriesQuery;
    const days = pendingDays.get(blockOf(series)) ?? [];
    const aggregationName = typeof aggregation === 'string' ? aggregation : `p${aggregation.percentile}`;
    const key = `${kind}|${zone}|${intervalMs}|${aggregationName}|${facet}|${days.length === 0 ? '' : days.join(',')}`;
    const known = classes.get(key);
    if (known === undefined) classes.set(key, { seriesQuery, series: [series], pendingDays: [...days] });
    else known.series.push(series);
  }
  return [...classes.values()];
}
