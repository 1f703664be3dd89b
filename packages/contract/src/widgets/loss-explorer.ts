import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { z } from 'zod';
import type { LossDimension } from '../event-loss-sums.ts';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Names of what losses are divided by; a period is a day, month or year by the length of all. */
const DIMENSIONS = {
  period: 'Widget_Form_Period',
  site: 'EventLog_GroupBy_site',
  device: 'EventLog_GroupBy_device',
  segmentType: 'LossExplorer_Group_segmentType',
  country: 'Attribute_country',
  energyType: 'LossExplorer_Group_energyType',
  plantOperator: 'Attribute_plantOperator',
  portfolio: 'Attribute_portfolio',
  siteTimezone: 'DevicePanel_Grouping_siteTimezone',
  operatingRegion: 'Attribute_operatingRegion',
  type: 'EventLog_Column_Type',
  category: 'EventLog_GroupBy_category',
  code: 'EventLog_GroupBy_code',
} as const;
type ExplorerDimension = keyof typeof DIMENSIONS;

export const EXPLORER_METRICS = {
  lostEnergy: 'EventLog_Measure_lostEnergy',
  revenueLoss: 'LossExplorer_Metric_revenueLoss',
  duration: 'EventLog_Measure_duration',
  count: 'EventLog_Measure_count',
} as const;
export type ExplorerMetric = keyof typeof EXPLORER_METRICS;

const dimension = z.enum(Object.keys(DIMENSIONS) as [ExplorerDimension, ...ExplorerDimension[]]);
const shape = {
  metrics: z
    .array(z.enum(Object.keys(EXPLORER_METRICS) as [ExplorerMetric, ...ExplorerMetric[]]))
    .min(1, { error: 'Widget_Validation_Metrics' })
    .max(4)
    .default(['lostEnergy']),
  groupBy: dimension.default('site'),
  display: dimension.default('type'),
  top: z.number().int().min(1).max(50).default(20),
  types: eventTypesSetting,
};
export type LossExplorerSettings = z.output<z.ZodObject<typeof shape>>;

/** What lost energy or money is made of, inside the period. */
export const lossExplorerSettings = widgetSettings({
  type: 'lossExplorer',
  shape,
  // Divided twice by the same there is nothing to see.
  isConsistent: ({ groupBy, display }) => groupBy !== display || 'Widget_Validation_SameDisplay',
  form: [
    { name: 'metrics', label: 'LossExplorer_Metrics', isMultiple: true, choices: EXPLORER_METRICS },
    { name: 'groupBy', label: 'EventLog_GroupBy', choices: DIMENSIONS },
    { name: 'display', label: 'LossExplorer_Display', help: 'LossExplorer_Display_Help', choices: DIMENSIONS },
    { name: 'top', label: 'Widget_Form_Top', min: 1, max: 50 },
    EVENT_TYPES_FIELD,
  ],
});

const MOST_DAY_BARS = 62;
const MOST_MONTH_BARS = 36 * 31;

/** The local days of the period, as the sites count them. */
export function lossExplorerQueries({ metrics, groupBy, display, top, types }: LossExplorerSettings, page: WidgetPage) {
  const { period, zone } = page;
  const [first, end] = [localDayOf(period.startMs, zone), localDayOf(period.endMs - 1, zone) + 1];
  const unit = end - first <= MOST_DAY_BARS ? 'day' : end - first <= MOST_MONTH_BARS ? 'month' : 'year';
  const dimensionOf = (each: ExplorerDimension): LossDimension => (each === 'period' ? unit : each);
  const body = {
    filter: { ...eventPlaces(page), types, members: 'hidden' as const },
    fromDay: toIsoDate(first),
    toDay: toIsoDate(end),
    rows: dimensionOf(groupBy),
    columns: dimensionOf(display),
    measure: metrics[0] ?? ('lostEnergy' as const),
    limit: top,
  };
  return { sums: { kind: 'lossSums', body } } as const satisfies Record<string, WidgetQuery>;
}
