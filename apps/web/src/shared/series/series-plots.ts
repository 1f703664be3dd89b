import type { LineShape, LineStroke, TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { PALETTE_SIZE } from '@solvane/charts/options/time-series';
import { displayUnit } from '../units/display-unit.ts';
import type { SeriesColumns } from './series-columns.ts';

/** What is known of a signal, from its definition. */
export interface SeriesSignal {
  apCode: string;
  calcType: string;
  name: string;
  measurementTypeName: string;
  timeAggregation: string;
  treeAggregation?: string;
}

/** What lines of one colour have in common. */
export type ColourBy = 'device' | 'signal';

export interface PlotsRequest {
  series: readonly SeriesColumns[];
  signals: ReadonlyMap<string, SeriesSignal>;
  /** Length of one bucket; null: each series is at its own interval. */
  bucketMs: number | null;
  /** Name of the site of a series, where the labels alone could mean devices of several; null: not needed. */
  siteName: (series: SeriesColumns) => string | null;
  calcTypeName: (calcType: string) => string;
  periodsBackName: (periodsBack: number) => string;
  /** Colour numbers by `colourKey`. */
  colours: ReadonlyMap<string, number>;
  /** Default: device. */
  colourBy?: ColourBy | undefined;
}

const DAY_MS = 86_400_000;
/** Drawn as the reference of a measured value, in its colour. */
const REFERENCE_CALC_TYPES = new Set([
  'Expected',
  'Theoretical',
  'ExpectedAtPcc',
  'Baseline',
  'Reference',
  'ClearSky',
  'Budget',
  'BudgetWeatherAdjusted',
]);
const FROM_ZERO = new Set(['Power', 'Energy', 'Irradiance', 'Irradiation']);
/** More bars than these are too thin to compare. */
const MOST_BARS = 400;

/** One plot per unit in the order in which signals come, with a line per series. */
export function seriesPlots(request: PlotsRequest): TimeSeriesPlot[] {
  const byUnit = Map.groupBy(request.series, ({ unit }) => unit);
  return [...byUnit].map(([unit, series]) => {
    const signals = series.flatMap(({ signalId }) => request.signals.get(signalId) ?? []);
    const { unit: shownUnit, factor } = displayUnit(unit, largestOf(series));
    return {
      id: unit,
      title: titleOf(signals),
      unit: shownUnit,
      factor,
      isSum: signals.length > 0 && signals.every(({ treeAggregation }) => treeAggregation === 'sum'),
      fromZero: signals.every(({ measurementTypeName }) => FROM_ZERO.has(measurementTypeName)),
      lines: series.map((one) => toLine(one, series, request)),
    };
  });
}

export interface PowerLine extends Pick<TimeSeriesLine, 'id' | 'label' | 'stroke' | 'timesMs' | 'values'> {
  low?: Float64Array | null;
  high?: Float64Array | null;
  completeness?: Float64Array | null;
  /** Length of one interval; without it the distance of most neighbours. */
  stepMs?: number;
}

/** Lines of power in kW on one axis, in the unit that keeps the numbers short. */
export function powerPlot(lines: readonly PowerLine[]): TimeSeriesPlot {
  const { unit, factor } = displayUnit('kW', largestOf(lines));
  return { id: 'power', title: '', unit, factor, fromZero: true, lines: lines.map(toPowerLine) };
}

/** One line of power, with nothing that it does not have. */
export function toPowerLine({ low = null, high = null, completeness = null, stepMs, ...line }: PowerLine): TimeSeriesLine {
  const common = { detail: '', low, high, completeness, shape: 'line', colour: null } as const;
  return { ...line, ...common, stepMs: stepMs ?? intervalOf(line.timesMs) };
}

/** What shares a colour: a device with its expected and earlier values, or, by signal and when there is one device only, a signal. */
export function colourKeys(series: readonly SeriesColumns[], by: ColourBy = 'device'): string[] {
  const keyOf = colourKeyOf(series, by);
  return [...new Set(series.map(keyOf))];
}

/** What a series is known by in its plot. */
export function lineId({ key, signalId, periodsBack }: Pick<SeriesColumns, 'key' | 'signalId' | 'periodsBack'>): string {
  return `${key}/${signalId}/${periodsBack}`;
}

/** Length of the intervals of a series: what most neighbours are apart. */
export function intervalOf(timesMs: Float64Array): number {
  const distances = Float64Array.from(
    { length: Math.min(400, Math.max(0, timesMs.length - 1)) },
    (_, index) => (timesMs[index + 1] ?? 0) - (timesMs[index] ?? 0),
  );
  distances.sort();
  return distances[distances.length >> 1] || 600_000;
}

function toLine(one: SeriesColumns, inPlot: readonly SeriesColumns[], request: PlotsRequest): TimeSeriesLine {
  const signal = request.signals.get(one.signalId);
  const stepMs = request.bucketMs ?? intervalOf(one.timesMs);
  const all = request.series;
  const isTooMany = colourKeys(all, request.colourBy).length > PALETTE_SIZE;
  const colour = isTooMany ? null : (request.colours.get(colourKeyOf(all, request.colourBy)(one)) ?? null);
  return {
    id: lineId(one),
    ...namesOf(one, inPlot, request),
    timesMs: one.timesMs,
    values: one.values,
    low: one.low,
    high: one.high,
    completeness: one.completeness,
    stepMs,
    shape: shapeOf(signal?.timeAggregation, stepMs, one.timesMs.length * inPlot.length),
    stroke: strokeOf(one, signal),
    colour,
  };
}

/** Device first, unless there is only one: then the quantity. A group of devices, such as a total, is named by its quantity in every plot. What differs beside it follows as detail. */
function namesOf(
  one: SeriesColumns,
  inPlot: readonly SeriesColumns[],
  { series, signals, siteName, calcTypeName, periodsBackName }: PlotsRequest,
): { label: string; detail: string } {
  const signal = signals.get(one.signalId);
  const quantity = signal?.name ?? one.signalId;
  const oneDevice = isOneDevice(series);
  const quantities = new Set(inPlot.map(({ signalId }) => signals.get(signalId)?.apCode));
  const stages = new Set(inPlot.map(({ signalId }) => signals.get(signalId)?.calcType));
  const site = siteName(one);
  const device = site === null ? one.label : `${site} ${one.label}`;
  const details = [
    !oneDevice && quantities.size > 1 ? quantity : '',
    stages.size > 1 && signal ? calcTypeName(signal.calcType) : '',
    one.periodsBack > 0 ? periodsBackName(one.periodsBack) : '',
  ];
  const isOneGroup = oneDevice && one.segmentId === null && new Set(series.map(({ signalId }) => signals.get(signalId)?.apCode)).size > 1;
  return { label: isOneGroup || (oneDevice && quantities.size > 1) ? quantity : device, detail: details.filter(Boolean).join(', ') };
}

function colourKeyOf(all: readonly SeriesColumns[], by: ColourBy = 'device'): (one: SeriesColumns) => string {
  if (by === 'device' && !isOneDevice(all)) return ({ key }) => key;
  const signals = new Set(all.map(({ signalId }) => signalId));
  return ({ signalId }) => {
    const [apCode = signalId, calcType = ''] = signalId.split('||');
    // Solid as its validated values are, it could not be told from them; references are dashed.
    return calcType === 'Raw' && signals.has(`${apCode}||Validated`) ? signalId : apCode;
  };
}

function isOneDevice(series: readonly SeriesColumns[]): boolean {
  return new Set(series.map(({ key }) => key)).size === 1;
}

function titleOf(signals: readonly SeriesSignal[]): string {
  const names = [...new Set(signals.map(({ name }) => name))];
  return names.length <= 3 ? names.join(', ') : '';
}

function strokeOf({ periodsBack }: SeriesColumns, signal: SeriesSignal | undefined): LineStroke {
  if (periodsBack > 0) return 'comparison';
  if (signal && REFERENCE_CALC_TYPES.has(signal.calcType)) return 'expected';
  return signal?.calcType === 'Forecast' ? 'forecast' : 'series';
}

/** Amounts are bars while these can be told apart; states, and means of whole days, hold over their interval. */
function shapeOf(timeAggregation: string | undefined, stepMs: number, bars: number): LineShape {
  if (timeAggregation === 'sum') return bars <= MOST_BARS ? 'bars' : 'step';
  if (timeAggregation === 'mode' || timeAggregation === 'tw') return 'step';
  return stepMs >= DAY_MS * 0.95 ? 'step' : 'line';
}

function largestOf(series: readonly { values: Float64Array }[]): number {
  let largest = 0;
  for (const { values } of series) for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value);
  return largest;
}
