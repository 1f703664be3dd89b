import type { TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { StudioOptions } from '@solvane/contract/studio-options';

/** Plots as the user prefers to see them. */
export function applyOptions(plots: readonly TimeSeriesPlot[], options: StudioOptions): readonly TimeSeriesPlot[] {
  const { axisFromZero, interpolation, gaps, palette } = options;
  if (!axisFromZero && interpolation === 'line' && gaps === 'open' && palette === 'colours') return plots;
  return plots.map((plot) => ({
    ...plot,
    fromZero: plot.fromZero || axisFromZero,
    lines: plot.lines.map((line) => toLine(line, options)),
  }));
}

function toLine(line: TimeSeriesLine, { interpolation, gaps, palette }: StudioOptions): TimeSeriesLine {
  return {
    ...line,
    ...(interpolation === 'step' && line.shape === 'line' && { shape: 'step' as const }),
    // Neighbours are connected however far they are apart.
    ...(gaps === 'connected' && line.shape === 'line' && interpolation === 'line' && { stepMs: Number.MAX_SAFE_INTEGER }),
    ...(palette === 'grey' && { colour: null }),
  };
}

/** Zone of the times on screen. Periods and buckets stay on the calendar of the site. */
export function shownZone({ timeZone }: Pick<StudioOptions, 'timeZone'>, siteZone: string): string {
  if (timeZone === 'utc') return 'UTC';
  return timeZone === 'mine' ? Intl.DateTimeFormat().resolvedOptions().timeZone : siteZone;
}
