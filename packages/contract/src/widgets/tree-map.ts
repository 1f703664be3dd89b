import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { periodMetricIdSchema } from '../metric-ids.ts';
import { METRIC_CHOICES, metricName, metricQuery, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import { devicesAt } from './widget-devices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const SIZES = ['capacityAc', 'capacityDc', 'energy', 'expected'] as const;
const REFERENCES = {
  none: 'Widget_Reference_none',
  budget: 'Widget_Reference_budget',
  previousPeriod: 'Widget_Reference_previousPeriod',
  median: 'TreeMap_Reference_median',
} as const;

const shape = {
  size: z.enum(SIZES).default('capacityAc'),
  color: periodMetricIdSchema.default('performance'),
  groupBy: z.enum(['none', ...SITE_GROUPINGS]).default('none'),
  items: z.enum(['sites', 'generators']).default('sites'),
  reference: z.enum(['none', 'budget', 'previousPeriod', 'median']).default('budget'),
};
export type TreeMapSettings = z.output<z.ZodObject<typeof shape>>;

/** Area by capacity or energy, colour by how far a metric is from its reference. */
export const treeMapSettings = widgetSettings({
  type: 'treeMap',
  shape,
  form: [
    { name: 'size', label: 'TreeMap_Size', choices: Object.fromEntries(SIZES.map((size) => [size, metricName(size)])) },
    { name: 'color', label: 'TreeMap_Color', choices: METRIC_CHOICES, isMetric: true },
    { name: 'reference', label: 'Bar_Reference', help: 'TreeMap_Reference_Help', choices: REFERENCES },
    {
      name: 'items',
      label: 'TreeMap_Items',
      choices: { sites: 'Widget_Form_Level_sites', generators: 'Widget_Form_Level_generators' },
    },
    { name: 'groupBy', label: 'Widget_Form_GroupBy', choices: { none: 'Widget_Form_GroupBy_none', ...SITE_GROUPING_CHOICES } },
  ],
});

/** Tiles of generators wait for the trees of the sites. */
export function treeMapQueries({ size, color, reference, items }: TreeMapSettings, page: WidgetPage): TreeMapQueries {
  const devices = items === 'generators' ? devicesAt(page, 'generators') : [];
  if (devices === null) return { sizes: null, values: null };
  const own = items === 'generators' ? { ...page, segmentIds: devices.map(({ segmentId }) => segmentId) } : page;
  const each = { by: 'none', groupBy: 'each' } as const;
  return {
    sizes: metricQuery(own, { metricIds: [size], reference: 'none', ...each }),
    values: metricQuery(own, { metricIds: [color], reference: reference === 'median' ? 'none' : reference, ...each }),
  };
}

type MetricsQuery = ReturnType<typeof metricQuery>;
interface TreeMapQueries extends Record<string, WidgetQuery | null> {
  sizes: MetricsQuery | null;
  values: MetricsQuery | null;
}
