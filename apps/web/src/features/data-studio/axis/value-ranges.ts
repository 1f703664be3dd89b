import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ValueRange } from '@solvane/charts/options/value-range';
import type { StudioSearch } from '../studio-search.ts';

/** The plots with the ends of their axes that the address names: those are in the unit of the signal, as the unit on screen may change with the values. */
export function withRanges(plots: readonly TimeSeriesPlot[], y: StudioSearch['y']): readonly TimeSeriesPlot[] {
  if (!y) return plots;
  return plots.map((plot) => {
    const [min, max] = y[plot.id] ?? [null, null];
    return min === null && max === null ? plot : { ...plot, range: { min, max } };
  });
}

/** The address after the axis of a plot was changed; `range` is in the unit on screen. */
export function changedRanges(
  y: StudioSearch['y'],
  { id, factor }: Pick<TimeSeriesPlot, 'id' | 'factor'>,
  { min, max }: ValueRange,
): StudioSearch['y'] {
  const rest = Object.fromEntries(Object.entries(y ?? {}).filter(([plotId]) => plotId !== id));
  const toUnit = (value: number | null): number | null => (value === null ? null : Number((value / factor).toPrecision(12)));
  const next = min === null && max === null ? rest : { ...rest, [id]: [toUnit(min), toUnit(max)] as [number | null, number | null] };
  return Object.keys(next).length === 0 ? undefined : next;
}

/** The ends of the axis of a plot in the unit on screen. */
export function rangeOf({ range, factor }: Pick<TimeSeriesPlot, 'range' | 'factor'>): ValueRange {
  const toScreen = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : Number((value * factor).toPrecision(6));
  return { min: toScreen(range?.min), max: toScreen(range?.max) };
}
