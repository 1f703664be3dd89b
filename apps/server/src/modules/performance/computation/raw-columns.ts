import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { ReportedSignal, SiteDayInputs } from '@solvane/energy/site-day/inputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import type { RegisteredSeries } from '../../../signals/series-registry.ts';
import type { PointColumns } from '../../../signals/signal-store.ts';

/** Which calculation types of points reach the engine, and as what. */
const READ_CALC_TYPES: ReadonlySet<string> = new Set(['Raw', 'SampleCount', 'Satellite', 'ExternalWeather']);
/** Of these, the spread inside an interval says how the wind gusts. */
const GUSTY: ReadonlySet<string> = new Set(['WindSpeed', 'NacelleWindSpeed']);

export function isRead({ apCode, calcType }: Pick<RegisteredSeries, 'apCode' | 'calcType'>): boolean {
  return READ_CALC_TYPES.has(calcType) || (calcType === 'StdDev' && GUSTY.has(apCode));
}

/** Columns on a grid, by number of the series. Intervals without a point are NaN. */
export type GridColumns = ReadonlyMap<number, Float64Array>;

/**
 * Puts points in their intervals. Of several points in one interval the signal's own way of aggregating over time makes one value; directions keep
 * the last.
 */
export function toGrid(points: PointColumns, stored: readonly RegisteredSeries[], grid: IntervalGrid): GridColumns {
  const columns = new Map(stored.map((each) => [each.series, new Float64Array(grid.count).fill(Number.NaN)]));
  const names = new Map(stored.map((each) => [each.series, `${each.apCode}||${each.calcType}`]));
  for (const { series, at, values } of placePoints(points, columns, grid)) {
    columns.get(series)?.fill(combined(values, names.get(series) ?? ''), at, at + 1);
  }
  return columns;
}

interface CrowdedInterval {
  series: number;
  at: number;
  values: number[];
}

/** @returns intervals with more than one point; the last of them stands in the column */
function placePoints(
  { series, timesMs, values }: PointColumns,
  columns: GridColumns,
  { startMs, stepMs, count }: IntervalGrid,
): Iterable<CrowdedInterval> {
  const crowded = new Map<string, CrowdedInterval>();
  let [lastSeries, column] = [-1, undefined as Float64Array | undefined];
  for (let i = 0; i < series.length; i++) {
    const number = series[i] ?? -1;
    if (number !== lastSeries) [lastSeries, column] = [number, columns.get(number)];
    const at = Math.floor(((timesMs[i] ?? Number.NaN) - startMs) / stepMs);
    if (!column || !(at >= 0 && at < count)) continue;
    const before = column[at] ?? Number.NaN;
    column[at] = values[i] ?? Number.NaN;
    if (!Number.isNaN(before)) addCrowded(crowded, { series: number, at, values: [before, column[at] ?? Number.NaN] });
  }
  return crowded.values();
}

function addCrowded(crowded: Map<string, CrowdedInterval>, interval: CrowdedInterval): void {
  const key = `${interval.series} ${interval.at}`;
  const known = crowded.get(key);
  if (known) known.values.push(...interval.values.slice(1));
  else crowded.set(key, interval);
}

function combined(values: readonly number[], signalId: string): number {
  switch (findSignalDefinition(signalId)?.timeAggregation) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'last':
    case 'mode':
    case 'circ':
      return values.at(-1) ?? Number.NaN;
    default:
      return values.reduce((sum, value) => sum + value, 0) / values.length;
  }
}

/** Height above ground of winds that weather models state. [m] */
const MODEL_WIND_HEIGHT = 10;

/** The part of the columns that lies in the window of a day, as the engine takes it. */
export function toInputs(
  columns: GridColumns,
  stored: readonly RegisteredSeries[],
  { whole, window, altitude }: { whole: IntervalGrid; window: IntervalGrid; altitude: number },
): Pick<SiteDayInputs, 'signals' | 'satellite' | 'externalWeather'> {
  const from = (window.startMs - whole.startMs) / whole.stepMs;
  const ofType = (wanted: string) =>
    stored.flatMap(({ series, segmentId, apCode, calcType }) => {
      const column = calcType === wanted ? columns.get(series)?.subarray(from, from + window.count) : undefined;
      return column ? [{ deviceId: segmentId, apCode, column }] : [];
    });
  const counts = new Map(ofType('SampleCount').map(({ deviceId, apCode, column }) => [`${deviceId} ${apCode}`, column]));
  const spreads = new Map(ofType('StdDev').map(({ deviceId, apCode, column }) => [`${deviceId} ${apCode}`, column]));
  const signals = new Map<string, ReportedSignal[]>();
  for (const { deviceId, apCode, column } of ofType('Raw')) {
    const sampleCount = counts.get(`${deviceId} ${apCode}`);
    const reported = signals.get(deviceId) ?? [];
    signals.set(deviceId, reported);
    const standardDeviation = spreads.get(`${deviceId} ${apCode}`);
    reported.push({ apCode, raw: column, ...(sampleCount && { sampleCount }), ...(standardDeviation && { standardDeviation }) });
  }
  const byApCode = (wanted: string) => new Map(ofType(wanted).map(({ apCode, column }) => [apCode, column]));
  const [satellite, provider] = [byApCode('Satellite'), byApCode('ExternalWeather')];
  return {
    signals,
    ...(satellite.size > 0 && { satellite }),
    ...(provider.size > 0 && {
      externalWeather: [{ providerId: 'external', windHeight: MODEL_WIND_HEIGHT, altitude, signals: provider }],
    }),
  };
}
