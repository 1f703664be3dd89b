import { barOption } from './bar.ts';
import { boxPlotOption } from './box-plot.ts';
import { curveOption } from './curve.ts';
import { durationOption } from './duration-curve.ts';
import { heatMapOption } from './heat-map.ts';
import { histogramOption } from './histogram.ts';
import { paretoOption } from './pareto.ts';
import { roseOption } from './rose.ts';
import { scatterOption } from './scatter.ts';
import { waterfallOption } from './waterfall.ts';

/** The builders of all kinds that ECharts draws: data and colours in, option out. */
export const CHART_KINDS = {
  ...{ barOption, boxPlotOption, curveOption, durationOption, heatMapOption, histogramOption },
  ...{ paretoOption, roseOption, scatterOption, waterfallOption },
};
