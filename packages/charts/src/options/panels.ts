import type { AxisSide, TimeSeriesPlot } from './time-series.ts';

/** Plots that share a drawing area: most often one. */
export interface PlotPanel {
  id: string;
  plots: readonly TimeSeriesPlot[];
}

/** Plots as they are drawn: those of one panel that follow each other together. */
export function panelsOf(plots: readonly TimeSeriesPlot[]): PlotPanel[] {
  const panels: { id: string; panel: string | undefined; plots: TimeSeriesPlot[] }[] = [];
  for (const plot of plots) {
    const last = panels.at(-1);
    if (last && plot.panel !== undefined && last.panel === plot.panel) last.plots.push(plot);
    else panels.push({ id: plot.id, panel: plot.panel, plots: [plot] });
  }
  return panels;
}

/** Side of the value axis of a plot, and how many others stand between it and the drawing area. */
export interface AxisPlace {
  side: AxisSide;
  column: number;
}

/** Places of the value axes of a panel, in the order of its plots. */
export function axisPlaces(plots: readonly Pick<TimeSeriesPlot, 'side'>[]): AxisPlace[] {
  const taken = { left: 0, right: 0 };
  return plots.map(({ side = 'left' }) => {
    const column = taken[side];
    taken[side] += 1;
    return { side, column };
  });
}

/** Most value axes that any panel has on a side. */
export function axesOnSide(panels: readonly PlotPanel[], side: AxisSide): number {
  return Math.max(0, ...panels.map(({ plots }) => plots.filter((plot) => (plot.side ?? 'left') === side).length));
}
