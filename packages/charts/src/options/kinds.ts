import { barOption } from './bar.ts';
import { curveOption } from './curve.ts';
import { heatMapOption } from './heat-map.ts';
import { paretoOption } from './pareto.ts';
import { waterfallOption } from './waterfall.ts';

/** The builders of all kinds that ECharts draws: data and colours in, option out. */
export const CHART_KINDS = { barOption, curveOption, heatMapOption, paretoOption, waterfallOption };
