import { type CalendarUnit, countCalendarBuckets } from '@solvane/energy/time/bucket';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { Period } from '@solvane/energy/time/local-day';
import { LIMITS } from '../limits.ts';
import type { Resolution } from '../signal-resolutions.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';

/** What the queries of a widget read. */
export interface WidgetCost {
  /** Series times buckets, over all queries. */
  points: number;
  /** Of the dearest query for signals; null: the widget reads none. */
  series: SeriesCost | null;
}

export interface SeriesCost {
  devices: number;
  signals: number;
  buckets: number;
}

export type CostLevel = 'low' | 'high' | 'tooMuch';

/** Above this many points a number is worth a second look. */
const MANY_POINTS = 200_000;
const CALENDAR_UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'quarter', 'year'];
const CLOCK_MS: Partial<Record<Resolution, number>> = {
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  hour: 3_600_000,
};

/** Data points that the queries read: one per series and bucket, twice that for a comparison. Groups do not make it less. */
export function costOf(queries: readonly (WidgetQuery | null)[], page: Pick<WidgetPage, 'sites' | 'zone'>): WidgetCost {
  const asked = queries.filter((query) => query !== null);
  const costs = asked.flatMap((query) =>
    query.kind === 'series' ? [{ ...seriesCost(query.body, page), isCompared: !!query.body.comparison }] : [],
  );
  const pointsOf = ({ devices, signals, buckets, isCompared }: SeriesCost & { isCompared: boolean }) =>
    devices * signals * buckets * (isCompared ? 2 : 1);
  const dearest = costs.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0];
  const rest = asked.reduce(
    (sum, { kind }) => sum + (kind === 'series' ? 0 : kind === 'walk' || kind === 'ledger' ? 1 : page.sites.length),
    0,
  );
  return {
    points: costs.reduce((sum, cost) => sum + pointsOf(cost), rest),
    series: dearest ? { devices: dearest.devices, signals: dearest.signals, buckets: dearest.buckets } : null,
  };
}

/** Whether a widget reads little, much, or more than the server answers. */
export function costLevel({ points, series }: WidgetCost): CostLevel {
  const isOver = points > LIMITS.datapointsPerResponse || (series?.devices ?? 0) > LIMITS.selectedDevices;
  if (isOver || (series?.signals ?? 0) > LIMITS.selectedSignals) return 'tooMuch';
  return points > MANY_POINTS ? 'high' : 'low';
}

function seriesCost(
  { segmentIds, signalIds, resolution = 'auto', maxPoints, ...period }: WidgetQuery<'series'>['body'],
  { sites, zone }: Pick<WidgetPage, 'sites' | 'zone'>,
): SeriesCost {
  const all = bucketsOf(period, resolution, { nativeMs: finestMs(sites), zone });
  return { devices: segmentIds.length, signals: signalIds.length, buckets: maxPoints === undefined ? all : Math.min(all, maxPoints) };
}

function bucketsOf({ startMs, endMs }: Period, resolution: Resolution, { nativeMs, zone }: { nativeMs: number; zone: string }): number {
  const lengthMs = endMs - startMs;
  const clockMs = CLOCK_MS[resolution];
  if (clockMs !== undefined) return Math.ceil(lengthMs / clockMs) + 1;
  const unit = CALENDAR_UNITS.find((each) => each === resolution);
  return unit === undefined ? Math.ceil(lengthMs / nativeMs) : countCalendarBuckets({ startMs, endMs }, unit, zone);
}

/** Shortest interval of the sites. [ms] */
function finestMs(sites: WidgetPage['sites']): number {
  const [first = SIGNAL_CALC_PERIODS.PT15M, ...rest] = sites.map(({ metadata }) => SIGNAL_CALC_PERIODS[metadata.signalCalcPeriod]);
  return Math.min(first, ...rest);
}
