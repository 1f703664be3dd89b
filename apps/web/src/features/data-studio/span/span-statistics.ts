import { summarise } from '@solvane/charts/options/line-summary';
import type { Period, TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';

export interface SpanFigures {
  mean: number;
  min: number;
  max: number;
  /** Energy of power, sum of amounts; NaN: adding these values up means nothing. */
  total: number;
}

export interface SpanRow extends SpanFigures {
  id: string;
  label: string;
  unit: string;
  totalUnit: string;
  /** Intervals with a value. */
  intervals: number;
  /** Share of the intervals with a value, 0 to 1; NaN: none is due. */
  dataShare: number;
}

export interface SpanDifference extends SpanFigures {
  unit: string;
  totalUnit: string;
}

const HOUR_MS = 3_600_000;

/** Figures of every line in a span, in the units of its axis. */
export function spanRows(plots: readonly TimeSeriesPlot[], span: Period, nowMs: number): SpanRow[] {
  return plots.flatMap((plot) => plot.lines.map((line) => rowOf(plot, line, span, nowMs)));
}

/** Actual less expected, where exactly these two share an axis; null elsewhere. */
export function spanDifference(plots: readonly TimeSeriesPlot[], rows: readonly SpanRow[]): SpanDifference | null {
  const own = plots.map(({ lines }) => lines.filter(({ stroke }) => stroke !== 'comparison'));
  const pair = own.find((lines) => lines.length === 2 && lines.filter(({ stroke }) => stroke === 'expected').length === 1);
  const find = (isExpected: boolean): SpanRow | undefined => {
    const line = pair?.find(({ stroke }) => (stroke === 'expected') === isExpected);
    return rows.find(({ id }) => id === line?.id);
  };
  const [actual, expected] = [find(false), find(true)];
  if (!actual || !expected) return null;
  return {
    mean: actual.mean - expected.mean,
    min: Number.NaN,
    max: Number.NaN,
    total: actual.total - expected.total,
    unit: actual.unit,
    totalUnit: actual.totalUnit,
  };
}

function rowOf({ unit, factor }: TimeSeriesPlot, line: TimeSeriesLine, span: Period, nowMs: number): SpanRow {
  const { mean, min, max, dataShare } = summarise(line, span, nowMs);
  const due = Math.floor((Math.min(span.endMs, nowMs) - span.startMs) / line.stepMs + 1e-6);
  const intervals = Number.isNaN(dataShare) ? 0 : dataShare * due;
  const common = { id: line.id, label: `${line.label} ${line.detail}`.trim(), intervals: Math.round(intervals), dataShare, unit };
  const figures = { mean: mean * factor, min: min * factor, max: max * factor };
  if (/^[kMG]?W$/.test(unit))
    return { ...common, ...figures, total: figures.mean * intervals * (line.stepMs / HOUR_MS), totalUnit: `${unit}h` };
  const isAmount = /Wh(\/m²|\/m\^2)?$/.test(unit);
  return { ...common, ...figures, total: isAmount ? figures.mean * intervals : Number.NaN, totalUnit: unit };
}
