import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { z } from 'zod';
import type { LossDimension, LossPeriod } from '../event-loss-sums.ts';
import { SITE_GROUPINGS, type SiteGrouping } from '../fleet.ts';
import { LOSS_PARTS, type PeriodMetricId } from '../metric-ids.ts';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import { metricQuery } from './metric-choices.ts';
import { devicesAt } from './widget-devices.ts';
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
  part: 'LossExplorer_Group_part',
} as const;
export type ExplorerDimension = keyof typeof DIMENSIONS;

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
  view: z.enum(['bars', 'table']).default('bars'),
  top: z.number().int().min(1).max(50).default(20),
  /** Beside the causes what none of them explains. */
  unexplained: z.boolean().default(false),
  types: eventTypesSetting,
};
export type LossExplorerSettings = z.output<z.ZodObject<typeof shape>>;

/** What lost energy or money is made of, inside the period. */
export const lossExplorerSettings = widgetSettings({
  type: 'lossExplorer',
  shape,
  isConsistent: (settings) => {
    const { view, groupBy, display, metrics } = settings;
    if (groupBy === display)
      return view === 'table' && groupBy === 'period' ? 'Widget_Validation_TwoPeriods' : 'Widget_Validation_SameDisplay';
    if (partnerOfParts(settings) === undefined) return true;
    // Parts of lost energy are signals of sites and devices: they have no events.
    return (isPlaceOrPeriod(partnerOfParts(settings)) && metrics.every((metric) => metric === 'lostEnergy')) || 'LossExplorer_Parts_Only';
  },
  form: [
    { name: 'metrics', label: 'LossExplorer_Metrics', isMultiple: true, choices: EXPLORER_METRICS, missing: 'Widget_Validation_Metrics' },
    { name: 'groupBy', label: 'EventLog_GroupBy', choices: DIMENSIONS },
    { name: 'display', label: 'LossExplorer_Display', help: 'LossExplorer_Display_Help', choices: DIMENSIONS },
    { name: 'view', label: 'LossWalk_View', choices: { bars: 'Budget_Picture_bars', table: 'LossWalk_View_table' } },
    { name: 'top', label: 'Widget_Form_Top', min: 1, max: 50 },
    { name: 'unexplained', label: 'LossExplorer_Unexplained', help: 'LossExplorer_Unexplained_Help', isFlag: true },
    EVENT_TYPES_FIELD,
  ],
});

const MOST_DAY_BARS = 62;
const MOST_MONTH_BARS = 36 * 31;

/** What parts are divided by, or divide. undefined: nothing is divided by parts */
export function partnerOfParts({ groupBy, display }: Pick<LossExplorerSettings, 'groupBy' | 'display'>): ExplorerDimension | undefined {
  return groupBy === 'part' ? display : display === 'part' ? groupBy : undefined;
}

const PLACES: ReadonlySet<string | undefined> = new Set(['site', 'device', ...SITE_GROUPINGS]);

function isPlaceOrPeriod(dimension: ExplorerDimension | undefined): boolean {
  return dimension === 'period' || PLACES.has(dimension);
}

/** Days, months or years, by the length of all. */
export function explorerUnit({ period, zone }: Pick<WidgetPage, 'period' | 'zone'>): LossPeriod {
  const [first, end] = [localDayOf(period.startMs, zone), localDayOf(period.endMs - 1, zone) + 1];
  return end - first <= MOST_DAY_BARS ? 'day' : end - first <= MOST_MONTH_BARS ? 'month' : 'year';
}

/** The local days of the period, as the sites count them. Of parts the metrics, of causes the sums of events. */
export function lossExplorerQueries(settings: LossExplorerSettings, page: WidgetPage): ExplorerQueries {
  const partner = partnerOfParts(settings);
  if (partner !== undefined) return { parts: metricsBy(partner, [...PART_IDS, ...(settings.unexplained ? UNEXPLAINED : [])], page) };
  const { metrics, groupBy, display, top, types } = settings;
  const { period, zone } = page;
  const [first, end] = [localDayOf(period.startMs, zone), localDayOf(period.endMs - 1, zone) + 1];
  const unit = explorerUnit(page);
  const dimensionOf = (each: ExplorerDimension) => (each === 'period' ? unit : each) as LossDimension;
  const body = {
    filter: { ...eventPlaces(page), types, members: 'hidden' as const },
    fromDay: toIsoDate(first),
    toDay: toIsoDate(end),
    rows: dimensionOf(groupBy),
    columns: dimensionOf(display),
    measure: metrics[0] ?? ('lostEnergy' as const),
    limit: top,
  };
  return { sums: { kind: 'lossSums', body } };
}

/** What no cause explains, for groups that are places or periods; and whether losses can be known at all. */
export function lossExplorerOptionalQueries(settings: LossExplorerSettings, page: WidgetPage) {
  const { unexplained, groupBy, metrics } = settings;
  const isOfEvents = partnerOfParts(settings) === undefined;
  const isAsked = unexplained && metrics[0] === 'lostEnergy' && isOfEvents && isPlaceOrPeriod(groupBy);
  return {
    residual: isAsked ? metricsBy(groupBy, UNEXPLAINED, page) : null,
    lost: metricQuery(page, { metricIds: ['lost'], by: 'none', groupBy: 'total', reference: 'none' }),
  };
}

const UNEXPLAINED = ['lostResidual'] as const;
const PART_IDS = LOSS_PARTS.map((part) => `lost.${part}` as const);

type MetricsQuery = ReturnType<typeof metricQuery>;
/** One of both; of devices nothing until their trees are known. */
interface ExplorerQueries extends Record<string, WidgetQuery | null> {
  sums?: WidgetQuery<'lossSums'>;
  parts?: MetricsQuery | null;
}

function metricsBy(dimension: ExplorerDimension, metricIds: readonly PeriodMetricId[], page: WidgetPage): MetricsQuery | null {
  if (dimension === 'period') return metricQuery(page, { metricIds, by: explorerUnit(page), groupBy: 'total', reference: 'none' });
  const devices = dimension === 'device' ? devicesAt(page, 'generators') : [];
  if (devices === null) return null;
  const own = dimension === 'device' ? { ...page, segmentIds: devices.map(({ segmentId }) => segmentId) } : page;
  const groupBy = dimension === 'site' || dimension === 'device' ? 'each' : (dimension as SiteGrouping);
  return metricQuery(own, { metricIds, by: 'none', groupBy, reference: 'none' });
}
