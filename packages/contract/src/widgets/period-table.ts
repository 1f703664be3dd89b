import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { PERIOD_METRIC_IDS } from '../metric-ids.ts';
import type { MetricBucket, MetricGrouping } from '../metric-values.ts';
import { bucketOfPeriod } from './metric-buckets.ts';
import { METRIC_CHOICES, metricQuery, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const DIMENSIONS = ['period', 'metric', 'site', ...SITE_GROUPINGS] as const;
export type TableDimension = (typeof DIMENSIONS)[number];

const DIMENSION_NAMES = {
  period: 'Bar_By_period',
  metric: 'Widget_Form_Metric',
  site: 'Bar_By_site',
  ...SITE_GROUPING_CHOICES,
} as const satisfies Record<TableDimension, string>;

const BUCKETS = ['auto', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

const shape = {
  metrics: z.array(z.enum(PERIOD_METRIC_IDS)).min(1).max(12).default(['energy']),
  rows: z.enum(DIMENSIONS).default('period'),
  columns: z.enum(DIMENSIONS).default('metric'),
  bucket: z.enum(BUCKETS).default('auto'),
  totals: z.boolean().default(true),
};
export type PeriodTableSettings = z.output<z.ZodObject<typeof shape>>;

/** Periods, metrics and sites or groups as rows and columns. */
export const periodTableSettings = widgetSettings({
  type: 'periodTable',
  shape,
  // Sites and groups of them are one dimension.
  isConsistent: ({ rows, columns }) =>
    (rows !== columns && !(isPlace(rows) && isPlace(columns))) ||
    (rows === 'period' && columns === 'period' ? 'Widget_Validation_TwoPeriods' : 'Widget_Validation_SameDimension'),
  form: [
    { name: 'metrics', label: 'Widget_Form_Metrics', isMultiple: true, choices: METRIC_CHOICES },
    { name: 'rows', label: 'PeriodTable_Rows', choices: DIMENSION_NAMES },
    { name: 'columns', label: 'PeriodTable_Columns', choices: DIMENSION_NAMES },
    {
      name: 'bucket',
      label: 'PeriodTable_Bucket',
      choices: Object.fromEntries(BUCKETS.map((bucket) => [bucket, `PeriodTable_Bucket_${bucket}`])),
    },
    { name: 'totals', label: 'PeriodTable_Totals', isFlag: true },
  ],
});

export function isPlace(dimension: TableDimension): boolean {
  return dimension !== 'period' && dimension !== 'metric';
}

/** Without a dimension of metrics the first of them fills the cells. Sums are never formed here: those of all periods are asked for. */
export function periodTableQueries(settings: PeriodTableSettings, page: WidgetPage) {
  const { rows, columns, bucket, totals } = settings;
  const dimensions = [rows, columns];
  const metricIds = dimensions.includes('metric') ? [...new Set(settings.metrics)] : settings.metrics.slice(0, 1);
  const hasPeriods = dimensions.includes('period');
  const by: MetricBucket = !hasPeriods ? 'none' : bucket === 'auto' ? bucketOfPeriod(page.period, metricIds) : bucket;
  const place = dimensions.find(isPlace);
  const groupBy = (place === undefined ? 'total' : place === 'site' ? 'each' : place) as MetricGrouping;
  const query = (each: MetricBucket) => metricQuery(page, { metricIds, by: each, groupBy, reference: 'none' });
  return { cells: query(by), ...(hasPeriods && totals && { whole: query('none') }) } as const satisfies Record<string, WidgetQuery>;
}
