import { dayStart, localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { SiteGrouping } from '../fleet.ts';
import { type NamedPeriodMetricId, PERIOD_METRIC_IDS, type PeriodMetricId } from '../metric-ids.ts';
import type { MetricBucket, MetricGrouping } from '../metric-values.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';

/** Message key of the name of a metric that has a name of its own. */
export function metricName(metricId: NamedPeriodMetricId): string {
  return `Metric_${metricId.replaceAll('.', '_').replaceAll(' ', '')}`;
}

/** Names of all metrics of a period, for forms. */
export const METRIC_CHOICES = Object.fromEntries(PERIOD_METRIC_IDS.map((id) => [id, metricName(id)])) as Record<
  NamedPeriodMetricId,
  string
>;

/** Names of the attributes that sites are grouped by. */
export const SITE_GROUPING_CHOICES = {
  country: 'DevicePanel_Grouping_country',
  energyType: 'DevicePanel_Grouping_energyType',
  plantOperator: 'DevicePanel_Grouping_plantOperator',
  portfolio: 'DevicePanel_Grouping_portfolio',
  siteTimezone: 'DevicePanel_Grouping_siteTimezone',
  operatingRegion: 'DevicePanel_Grouping_operatingRegion',
} as const satisfies Record<SiteGrouping, string>;

export const REFERENCE_CHOICES = {
  none: 'Widget_Reference_none',
  budget: 'Widget_Reference_budget',
  expected: 'Widget_Reference_expected',
  guarantee: 'Widget_Reference_guarantee',
  previousPeriod: 'Widget_Reference_previousPeriod',
  previousYear: 'Widget_Reference_previousYear',
} as const;
export type MetricReference = keyof typeof REFERENCE_CHOICES;
export const METRIC_REFERENCES = Object.keys(REFERENCE_CHOICES) as [MetricReference, ...MetricReference[]];

/** Sites or devices of one request. */
const MOST_SITES = 1_000;

/** Metrics of the sites of a page, or of what is selected of them, over its period: whole days are the days of each site. */
export function metricQuery(
  { sites, segmentIds, period, zone }: Pick<WidgetPage, 'sites' | 'segmentIds' | 'period' | 'zone'>,
  {
    metricIds,
    by,
    groupBy,
    reference,
  }: { metricIds: readonly PeriodMetricId[]; by: MetricBucket; groupBy: MetricGrouping; reference: MetricReference },
) {
  const [first, end] = [localDayOf(period.startMs, zone), localDayOf(period.endMs, zone)];
  const isWhole = dayStart(first, zone) === period.startMs && dayStart(end, zone) === period.endMs && first < end;
  const body = {
    metricIds: [...metricIds],
    ...(segmentIds ? { segmentIds: segmentIds.slice(0, MOST_SITES) } : { siteIds: sites.slice(0, MOST_SITES).map(({ siteId }) => siteId) }),
    period: isWhole ? { fromDay: toIsoDate(first), toDay: toIsoDate(end) } : period,
    by,
    groupBy,
    ...(reference !== 'none' && { comparison: reference }),
  };
  return { kind: 'metrics', body } as const satisfies WidgetQuery;
}
