import { coarsestMs, type fleetPowerOptionalQueries, type fleetPowerQueries } from '@solvane/contract/widgets/fleet-power';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import { type SeriesColumns, seriesResultOf } from '../../shared/series/series-columns.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type FleetPowerProps = WidgetProps<unknown, ReturnType<typeof fleetPowerQueries>, ReturnType<typeof fleetPowerOptionalQueries>>;

export interface FleetPower {
  timesMs: Float64Array;
  /** Sum over the sites; NaN where one of them has no value: a sum of some would look like a drop. [kW] */
  values: Float64Array;
  /** Sites that have any value in the period. */
  siteCount: number;
}

/** Measured power, and expected power at the grid connections; null: not known for all of these sites. */
export function fleetPowerOf({ page: { sites }, data }: Pick<FleetPowerProps, 'page' | 'data'>): {
  power: FleetPower;
  expected: FleetPower | null;
} {
  const actual = seriesResultOf(data.power).series;
  const power = sumSites(actual);
  if (!data.expected || !data.status) return { power, expected: null };
  const lossBySite = new Map(data.status.items.map(({ siteId, collectionLoss }) => [siteId, collectionLoss]));
  const losses = new Map(sites.map(({ siteId, siteSegmentId }) => [siteSegmentId as string, lossBySite.get(siteId) ?? 0]));
  const expected = sumSites(atGrid({ expected: seriesResultOf(data.expected).series, actual, losses }));
  return { power, expected: expected.siteCount === power.siteCount ? expected : null };
}

/** Sites without power in the period; or, where the period is not over, how late all of them are. */
export function fleetPowerState({ page: { sites, period, nowMs }, data: { power } }: Pick<FleetPowerProps, 'page' | 'data'>): WidgetState {
  const { series } = seriesResultOf(power);
  const newestMs = Math.max(...series.map(endOfData));
  const intervalMs = coarsestMs(sites);
  const ageMs = nowMs - newestMs;
  if (nowMs < period.endMs && Number.isFinite(ageMs) && ageMs > silentAfterMs(intervalMs)) return { staleMs: ageMs };
  const known = new Set(series.filter((one) => Number.isFinite(endOfData(one))).map(({ segmentId }) => segmentId as string));
  const missing = sites.filter(({ siteSegmentId }) => !known.has(siteSegmentId)).map(({ name }) => name);
  return { partial: { have: sites.length - missing.length, of: sites.length, missing } };
}

/** End of the last interval with a value; -Infinity: there is none. */
function endOfData({ timesMs, values }: Pick<SeriesColumns, 'timesMs' | 'values'>): number {
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  const startMs = timesMs[last];
  const stepMs = (timesMs[1] ?? 0) - (timesMs[0] ?? 0);
  return startMs === undefined ? Number.NEGATIVE_INFINITY : startMs + Math.max(0, stepMs);
}

export function fleetPowerTable(props: FleetPowerProps, { intl: { formatMessage } }: WidgetText): WidgetTable {
  const { power, expected } = fleetPowerOf(props);
  const expectedAt = expected && valuesByTime(expected);
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  const rows = Array.from(power.timesMs, (time, index) => ({
    id: String(time),
    values: { time, power: known(power.values[index]), expected: known(expectedAt?.get(time)) },
  }));
  return {
    columns: [
      { id: 'time', header: formatMessage({ id: 'Chart_Table_Time' }, { zone: props.page.zone }), isTime: true },
      { id: 'power', header: formatMessage({ id: 'Home_Power_Line' }), unit: 'kW', digits: 0 },
      { id: 'expected', header: formatMessage({ id: 'Home_Power_Expected' }), unit: 'kW', digits: 0 },
    ],
    rows,
  };
}

/** The net power of all sites together, at the instants any of them has. */
export function sumSites(series: readonly Pick<SeriesColumns, 'timesMs' | 'values'>[]): FleetPower {
  const sites = series.map(valuesByTime).filter((site) => site.values().some((value) => !Number.isNaN(value)));
  const timesMs = Float64Array.from(new Set(sites.flatMap((site) => [...site.keys()]))).sort();
  const values = timesMs.map((timeMs) => sites.reduce((sum, site) => sum + (site.get(timeMs) ?? Number.NaN), 0));
  return { timesMs, values, siteCount: sites.length };
}

interface GridPowers<S> {
  /** At the terminals of the generators. */
  expected: readonly S[];
  /** At the grid connection, by the same sites. */
  actual: readonly SiteSeries[];
  /** Share that is lost on the way, by the segment of the site. */
  losses: ReadonlyMap<string, number>;
}

type SiteSeries = Pick<SeriesColumns, 'segmentId' | 'timesMs' | 'values'>;

/**
 * Expectations at the grid connection: what is lost on the way is lost of them, too, and what is taken is more by it. A battery is expected to deliver what it
 * is ordered to; what it or a sleeping plant takes is not held against it.
 */
export function atGrid<S extends SiteSeries>({ expected, actual, losses }: GridPowers<S>): S[] {
  const actualOf = new Map(actual.map((one) => [one.segmentId, valuesByTime(one)]));
  return expected.map((one) => {
    const kept = 1 - (losses.get(one.segmentId ?? '') ?? 0);
    const powers = actualOf.get(one.segmentId);
    const toGrid = (value: number, timeMs: number | undefined): number => {
      const power = powers?.get(timeMs ?? Number.NaN) ?? 0;
      if (value === 0 && power < 0) return power;
      return value >= 0 ? value * kept : value / kept;
    };
    return { ...one, values: one.values.map((value, index) => toGrid(value, one.timesMs[index])) };
  });
}

function valuesByTime({ timesMs, values }: Pick<SeriesColumns, 'timesMs' | 'values'>): Map<number, number> {
  return new Map(Array.from(timesMs, (timeMs, index) => [timeMs, values[index] ?? Number.NaN]));
}
