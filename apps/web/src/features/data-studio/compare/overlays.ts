import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';

/** A series of another time that lies over a line. */
export interface Overlay {
  /** Line that it lies over. */
  of: string;
  id: string;
  /** Which time it is from, in words. */
  detail: string;
  /** Default: that of its line; null: grey. */
  colour?: null;
  columns: Pick<SeriesColumns, 'timesMs' | 'values' | 'low' | 'high' | 'completeness'>;
}

/** A series moved in time by the same distance for all its points: after a change of the clock in one of both ranges they are an hour apart on the clock. */
export function shiftedSeries(series: SeriesColumns, byMs: number): SeriesColumns {
  return { ...series, timesMs: series.timesMs.map((timeMs) => timeMs + byMs) };
}

/** Plots with the overlays behind the lines they lie over, thin and pale. */
export function withOverlays(plots: readonly TimeSeriesPlot[], overlays: readonly Overlay[]): readonly TimeSeriesPlot[] {
  if (overlays.length === 0) return plots;
  return plots.map((plot) => {
    const added = overlays.flatMap(({ of, id, detail, colour, columns: { timesMs, values, low, high, completeness } }) => {
      const base = plot.lines.find((line) => line.id === of);
      if (!base) return [];
      const details = [base.detail, detail].filter(Boolean).join(', ');
      return [
        {
          ...base,
          ...{ id, detail: details, timesMs, values, low, high, completeness },
          ...{ stroke: 'comparison' as const, quality: undefined },
          ...(colour === null && { colour }),
        },
      ];
    });
    return added.length === 0 ? plot : { ...plot, lines: [...plot.lines, ...added] };
  });
}
