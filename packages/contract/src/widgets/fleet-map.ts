import { z } from 'zod';
import { periodMetricIdSchema } from '../metric-ids.ts';
import { METRIC_CHOICES, metricQuery } from './metric-choices.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import { widgetSettings } from './widget-settings.ts';

const bound = z.number().nullable().default(null);
const shape = {
  color: z.enum(['state', 'metric']).default('state'),
  /** Of the period, for `color: metric`. */
  metric: periodMetricIdSchema.default('vsExpected'),
  size: z.enum(['equal', 'capacity']).default('equal'),
  labels: z.enum(['attention', 'all', 'none']).default('attention'),
  /** `auto`: as the sites need; `fixed`: these degrees. */
  area: z.enum(['auto', 'world', 'fixed']).default('auto'),
  west: bound,
  east: bound,
  south: bound,
  north: bound,
  cluster: z.boolean().default(true),
};
export type FleetMapSettings = z.output<z.ZodObject<typeof shape>>;

/** Sites on a map that needs no network. */
export const fleetMapSettings = widgetSettings({
  type: 'fleetMap',
  shape,
  isConsistent: ({ area, west, east, south, north }) =>
    area !== 'fixed' ||
    (west !== null && east !== null && south !== null && north !== null && west < east && south < north && -90 <= south && north <= 90),
  form: [
    { name: 'color', label: 'TreeMap_Color', choices: { state: 'FleetMap_Color_state', metric: 'Widget_Form_Metric' } },
    { name: 'metric', label: 'Widget_Form_Metric', help: 'FleetMap_Metric_Help', choices: METRIC_CHOICES, isMetric: true },
    { name: 'size', label: 'FleetMap_Size', choices: { equal: 'FleetMap_Size_equal', capacity: 'FleetMap_Size_capacity' } },
    {
      name: 'labels',
      label: 'FleetMap_Labels',
      choices: { attention: 'FleetMap_Labels_attention', all: 'FleetMap_Labels_all', none: 'FleetMap_Labels_none' },
    },
    {
      name: 'area',
      label: 'FleetMap_Area',
      choices: { auto: 'FleetMap_Area_auto', world: 'FleetMap_Area_world', fixed: 'FleetMap_Area_fixed' },
    },
    { name: 'west', label: 'FleetMap_West', help: 'FleetMap_Bounds_Help', isOpen: true },
    { name: 'east', label: 'FleetMap_East', isOpen: true, above: 'west' },
    { name: 'south', label: 'FleetMap_South', isOpen: true },
    { name: 'north', label: 'FleetMap_North', isOpen: true, above: 'south' },
    { name: 'cluster', label: 'FleetMap_Cluster', isFlag: true },
  ],
});

export function fleetMapQueries({ color, metric }: FleetMapSettings, page: WidgetPage) {
  return {
    status: SITE_STATUS_QUERY,
    ...(color === 'metric' && { values: metricQuery(page, { metricIds: [metric], by: 'none', groupBy: 'each', reference: 'none' }) }),
  };
}
