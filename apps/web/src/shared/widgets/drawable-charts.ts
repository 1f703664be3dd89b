import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { CHART_KINDS } from '@solvane/charts/options/kinds';
import type { WidgetChart } from './define-widget.ts';

/** Charts with the builders that they draw with. */
export function drawableCharts(charts: readonly WidgetChart[] = []) {
  return charts.map(({ build, ...chart }) => ({
    ...chart,
    build: build && ((palette: KindPalette) => build(palette, CHART_KINDS)),
  }));
}
