import { availabilitySettings } from './availability.ts';
import { barSettings } from './bar.ts';
import { batteryStateSettings } from './battery-state.ts';
import { budgetSettings } from './budget.ts';
import { calendarSettings } from './calendar.ts';
import { distributionSettings } from './distribution.ts';
import { eventListSettings } from './event-list.ts';
import { eventParetoSettings } from './event-pareto.ts';
import { eventTimelineSettings } from './event-timeline.ts';
import { fleetMapSettings } from './fleet-map.ts';
import { fleetPowerSettings } from './fleet-power.ts';
import { gaugeSettings } from './gauge.ts';
import { heatMapSettings } from './heat-map.ts';
import { imageSettings } from './image.ts';
import { keyMetricSettings } from './key-metric.ts';
import { kpiTableSettings } from './kpi-table.ts';
import { linkSettings } from './link.ts';
import { lossExplorerSettings } from './loss-explorer.ts';
import { lossWalkSettings } from './loss-walk.ts';
import { periodTableSettings } from './period-table.ts';
import { powerCurveSettings } from './power-curve.ts';
import { scatterSettings } from './scatter.ts';
import { statusGridSettings } from './status-grid.ts';
import { textSettings } from './text.ts';
import { timeSeriesSettings } from './time-series.ts';
import { treeMapSettings } from './tree-map.ts';
import { weatherSettings } from './weather.ts';
import type { WidgetSettings } from './widget-settings.ts';
import { windRoseSettings } from './wind-rose.ts';

/** Settings of every type of widget that this version of the product knows. */
export const WIDGET_TYPES: Readonly<Record<string, WidgetSettings<unknown>>> = Object.fromEntries(
  [
    keyMetricSettings,
    gaugeSettings,
    kpiTableSettings,
    barSettings,
    eventListSettings,
    eventParetoSettings,
    lossExplorerSettings,
    timeSeriesSettings,
    eventTimelineSettings,
    fleetPowerSettings,
    lossWalkSettings,
    periodTableSettings,
    powerCurveSettings,
    fleetMapSettings,
    calendarSettings,
    treeMapSettings,
    budgetSettings,
    availabilitySettings,
    statusGridSettings,
    batteryStateSettings,
    weatherSettings,
    scatterSettings,
    heatMapSettings,
    distributionSettings,
    windRoseSettings,
    textSettings,
    linkSettings,
    imageSettings,
  ].map((settings) => [settings.type, settings as WidgetSettings<unknown>]),
);
