import { invalidIntervals, signalKey } from '@solvane/energy/quality/invalidation';
import { intervalValues, registerAtEnds, type SeriesPoints } from '@solvane/energy/rollup/interval-values';
import { findSignalDefinition, RELATIVE_ANGLES } from '@solvane/energy/signals/catalogue';
import type { RegisterReading, ReportedSignal, SiteDayInputs } from '@solvane/energy/site-day/inputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import type { RegisteredSeries } from '../../../signals/series-registry.ts';
import type { PointColumns } from '../../../signals/signal-writer.ts';
import type { BatchTask } from './batch.ts';

/** Which calculation types of points reach the engine, and as what. */
const READ_CALC_TYPES: ReadonlySet<string> = new Set(['Raw', 'SampleCount', 'Satellite', 'ExternalWeather', 'ManualOverride']);
/** Of these, the spread inside an interval says how the wind gusts. */
const GUSTY: ReadonlySet<string> = new Set(['WindSpeed', 'NacelleWindSpeed']);

export function isRead({ apCode, calcType }: Pick<RegisteredSeries, 'apCode' | 'calcType'>): boolean {
  return READ_CALC_TYPES.has(calcType) || (calcType === 'StdDev' && GUSTY.has(apCode));
}

/** Columns on a grid, by number of the series. Intervals without a point are NaN. */
export type GridColumns = ReadonlyMap<number, Float64Array>;

/**
 * Puts points in their intervals. A series that sends as often as its site, at the intervals' starts, stands in its column as it is; any other is
 * aggregated as its signal is over time (energy/rollup/interval-values.ts).
 */
export function toGrid(points: PointColumns, stored: readonly RegisteredSeries[], grid: IntervalGrid): GridColumns {
  const columns = new Map(stored.map((each) => [each.series, new Float64Array(grid.count).fill(Number.NaN)]));
  const others = placePoints(points, columns, grid);
  // What users entered stands for its own interval, however few of them there are.
  for (const { series, calcType } of stored)
    if (calcType !== 'ManualOverride' && isSparse(columns.get(series) ?? NO_COLUMN)) others.add(series);
  if (others.size === 0) return columns;
  const pointsOf = sortedPoints(points, others);
  for (const { series, apCode, calcType } of stored) {
    const own = pointsOf.get(series);
    if (own) columns.set(series, ofIntervals(own, { apCode, calcType }, grid));
  }
  return columns;
}

const NO_COLUMN = new Float64Array();

/** @returns series with points beside the intervals' starts, or several in one interval: they have to be aggregated */
function placePoints(
  { series, timesMs, values }: PointColumns,
  columns: GridColumns,
  { startMs, stepMs, count }: IntervalGrid,
): Set<number> {
  const others = new Set<number>();
  let [lastSeries, column] = [-1, undefined as Float64Array | undefined];
  for (let i = 0; i < series.length; i++) {
    const number = series[i] ?? -1;
    if (number !== lastSeries) [lastSeries, column] = [number, columns.get(number)];
    const place = ((timesMs[i] ?? Number.NaN) - startMs) / stepMs;
    const at = Math.floor(place);
    if (!column || !(at >= 0 && at < count)) continue;
    if (at !== place || !Number.isNaN(column[at])) others.add(number);
    column[at] = values[i] ?? Number.NaN;
  }
  return others;
}

/** Whether a column may be that of a series that is sparser than its site: fewer than every second interval between its first and last has a value. */
function isSparse(column: Float64Array): boolean {
  let [first, last, known] = [-1, -1, 0];
  for (let i = 0; i < column.length; i++) {
    if (Number.isNaN(column[i])) continue;
    if (first < 0) first = i;
    last = i;
    known += 1;
  }
  return known > 2 && 2 * known <= last - first + 1;
}

function sortedPoints({ series, timesMs, values }: PointColumns, wanted: ReadonlySet<number>): Map<number, SeriesPoints> {
  const positions = new Map<number, number[]>();
  for (let i = 0; i < series.length; i++) {
    const number = series[i] ?? -1;
    if (!wanted.has(number)) continue;
    const own = positions.get(number);
    if (own) own.push(i);
    else positions.set(number, [i]);
  }
  return new Map(
    [...positions].map(([number, own]) => {
      own.sort((left, right) => (timesMs[left] ?? 0) - (timesMs[right] ?? 0));
      const column = (from: Float64Array) => Float64Array.from(own, (i) => from[i] ?? Number.NaN);
      return [number, { timesMs: column(timesMs), values: column(values) }];
    }),
  );
}

const REGISTERS: ReadonlySet<string> = new Set(['ExportCounter', 'ImportCounter']);

export function isRegister({ apCode, calcType }: Pick<RegisteredSeries, 'apCode' | 'calcType'>): boolean {
  return REGISTERS.has(apCode) && calcType === 'Raw';
}

function ofIntervals(
  points: SeriesPoints,
  { apCode, calcType }: Pick<RegisteredSeries, 'apCode' | 'calcType'>,
  grid: IntervalGrid,
): Float64Array<ArrayBuffer> {
  if (REGISTERS.has(apCode)) return registerAtEnds(points, grid);
  const aggregation = findSignalDefinition(`${apCode}||${calcType}`)?.timeAggregation ?? 'avg';
  return intervalValues(points, grid, { aggregation, isRelativeAngle: RELATIVE_ANGLES.has(apCode) });
}

/** Readings of registers beyond the columns of a batch, by number of the series; positions are counted from the first interval of the columns. */
export interface ReadingsBeyond {
  before: ReadonlyMap<number, RegisterReading>;
  after: ReadonlyMap<number, RegisterReading>;
}

function lastReading(column: Float64Array, end: number): RegisterReading | undefined {
  for (let position = end - 1; position >= 0; position--) {
    const value = column[position] ?? Number.NaN;
    if (!Number.isNaN(value)) return { position, value };
  }
  return undefined;
}

function nextReading(column: Float64Array, start: number): RegisterReading | undefined {
  for (let position = start; position < column.length; position++) {
    const value = column[position] ?? Number.NaN;
    if (!Number.isNaN(value)) return { position, value };
  }
  return undefined;
}

/** Height above ground of winds that weather models state. [m] */
const MODEL_WIND_HEIGHT = 10;

interface DayWindow extends Pick<BatchTask, 'invalidations'> {
  /** Intervals of the columns. */
  whole: IntervalGrid;
  /** Intervals of the day and its margins. */
  window: IntervalGrid;
  /** Of the site. [m] */
  altitude: number;
  beyond: ReadingsBeyond;
}

/** The part of the columns that lies in the window of a day, as the engine takes it. */
export function toInputs(
  columns: GridColumns,
  stored: readonly RegisteredSeries[],
  { whole, window, altitude, beyond, invalidations }: DayWindow,
): Pick<SiteDayInputs, 'signals' | 'satellite' | 'externalWeather'> {
  const from = (window.startMs - whole.startMs) / whole.stepMs;
  const ofType = (wanted: string) =>
    stored.flatMap(({ series, segmentId, apCode, calcType }) => {
      const column = calcType === wanted ? columns.get(series)?.subarray(from, from + window.count) : undefined;
      return column ? [{ deviceId: segmentId, apCode, column, series }] : [];
    });
  const counts = new Map(ofType('SampleCount').map(({ deviceId, apCode, column }) => [signalKey(deviceId, apCode), column]));
  const spreads = new Map(ofType('StdDev').map(({ deviceId, apCode, column }) => [signalKey(deviceId, apCode), column]));
  const overrides = new Map(ofType('ManualOverride').map(({ deviceId, apCode, column }) => [signalKey(deviceId, apCode), column]));
  const signals = new Map<string, ReportedSignal[]>();
  const reportedOf = (deviceId: string) => {
    const reported = signals.get(deviceId) ?? [];
    signals.set(deviceId, reported);
    return reported;
  };
  for (const { deviceId, apCode, column, series } of ofType('Raw')) {
    const sampleCount = counts.get(signalKey(deviceId, apCode));
    const override = overrides.get(signalKey(deviceId, apCode));
    overrides.delete(signalKey(deviceId, apCode));
    const manualInvalid = invalidIntervals(invalidations.get(signalKey(deviceId, apCode)) ?? [], window);
    const standardDeviation = spreads.get(signalKey(deviceId, apCode));
    reportedOf(deviceId).push({
      apCode,
      raw: column,
      ...(override && { override }),
      ...(sampleCount && { sampleCount }),
      ...(standardDeviation && { standardDeviation }),
      ...(manualInvalid && { manualInvalid }),
      ...(REGISTERS.has(apCode) && readingsAround(series)),
    });
  }
  // A device that never sent a signal can have values that a user entered.
  for (const { deviceId, apCode } of ofType('ManualOverride')) {
    const override = overrides.get(signalKey(deviceId, apCode));
    if (override) reportedOf(deviceId).push({ apCode, raw: new Float64Array(window.count).fill(Number.NaN), override });
  }
  function readingsAround(series: number) {
    const column = columns.get(series);
    if (!column) return {};
    const [first, last] = [column[from], column[from + window.count - 1]];
    const readingBefore = Number.isNaN(first) ? (lastReading(column, from) ?? beyond.before.get(series)) : undefined;
    const readingAfter = Number.isNaN(last) ? (nextReading(column, from + window.count) ?? beyond.after.get(series)) : undefined;
    const inWindow = ({ position, value }: RegisterReading) => ({ position: position - from, value });
    return {
      ...(readingBefore && { readingBefore: inWindow(readingBefore) }),
      ...(readingAfter && { readingAfter: inWindow(readingAfter) }),
    };
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
