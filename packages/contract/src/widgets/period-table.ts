import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { LIMITS } from '../limits.ts';
import { periodMetricIdSchema } from '../metric-ids.ts';
import type { MetricBucket, MetricGrouping } from '../metric-values.ts';
import { bucketOfPeriod } from './metric-buckets.ts';
import { METRIC_CHOICES, metricQuery, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import { devicesAt } from './widget-devices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { type CommonSettings, widgetSettings } from './widget-settings.ts';

const DIMENSIONS = ['period', 'metric', 'site', 'device', ...SITE_GROUPINGS] as const;
export type TableDimension = (typeof DIMENSIONS)[number];

const DIMENSION_NAMES = {
  period: 'Bar_By_period',
  metric: 'Widget_Form_Metric',
  site: 'Bar_By_site',
  device: 'EventLog_GroupBy_device',
  ...SITE_GROUPING_CHOICES,
} as const satisfies Record<TableDimension, string>;

const BUCKETS = ['auto', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

const shape = {
  metrics: z.array(periodMetricIdSchema).min(1, { error: 'Widget_Validation_Metrics' }).max(12).default(['energy']),
  rows: z.enum(DIMENSIONS).default('period'),
  columns: z.enum(DIMENSIONS).default('metric'),
  bucket: z.enum(BUCKETS).default('auto'),
  totals: z.boolean().default(true),
  heat: z.enum(['none', 'sequential', 'diverging']).default('none'),
};
export type PeriodTableSettings = z.output<z.ZodObject<typeof shape>>;

/** Periods, metrics and sites or groups as rows and columns. */
export const periodTableSettings = widgetSettings({
  type: 'periodTable',
  shape,
  levels: ['generators', 'asSelected', 'Inverter', 'WindTurbine', 'BatteryInverter'],
  // Sites, devices and groups of sites are one dimension.
  isConsistent: ({ rows, columns }) =>
    (rows !== columns && !(isPlace(rows) && isPlace(columns))) ||
    (rows === 'period' && columns === 'period' ? 'Widget_Validation_TwoPeriods' : 'Widget_Validation_SameDimension'),
  form: [
    { name: 'metrics', label: 'Widget_Form_Metrics', isMultiple: true, choices: METRIC_CHOICES, isMetric: true },
    { name: 'rows', label: 'PeriodTable_Rows', choices: DIMENSION_NAMES },
    { name: 'columns', label: 'PeriodTable_Columns', choices: DIMENSION_NAMES },
    {
      name: 'bucket',
      label: 'PeriodTable_Bucket',
      choices: Object.fromEntries(BUCKETS.map((bucket) => [bucket, `PeriodTable_Bucket_${bucket}`])),
    },
    { name: 'totals', label: 'PeriodTable_Totals', isFlag: true },
    {
      name: 'heat',
      label: 'PeriodTable_Heat',
      help: 'PeriodTable_Heat_Help',
      choices: { none: 'PeriodTable_Heat_none', sequential: 'Widget_Form_Scale_sequential', diverging: 'Widget_Form_Scale_diverging' },
    },
  ],
});

export function isPlace(dimension: TableDimension): boolean {
  return dimension !== 'period' && dimension !== 'metric';
}

/** More cannot be read; the others are counted. */
export const MOST_COLUMNS = LIMITS.reportColumns;
export const MOST_ROWS = 1_000;

type Chosen = PeriodTableSettings & Pick<CommonSettings, 'level'>;

/** Length of the periods; `none`: there are no periods. */
export function tableBucket({ rows, columns, bucket, metrics }: PeriodTableSettings, { period }: Pick<WidgetPage, 'period'>): MetricBucket {
  if (rows !== 'period' && columns !== 'period') return 'none';
  return bucket === 'auto' ? bucketOfPeriod(period, metricsOf({ rows, columns, metrics })) : bucket;
}

/** Without a dimension of metrics the first of them fills the cells. Sums are never formed here: those of all periods are asked for. Tables of devices wait for the trees of the sites. */
export function periodTableQueries(settings: Chosen, page: WidgetPage) {
  const { rows, columns, totals } = settings;
  const metricIds = metricsOf(settings);
  const by = tableBucket(settings, page);
  const place = [rows, columns].find(isPlace);
  const groupBy = place === undefined ? 'total' : place === 'site' || place === 'device' ? 'each' : (place as MetricGrouping);
  const own = place === 'device' ? ofDevices(settings, page) : page;
  const query = (each: MetricBucket) => own && metricQuery(own, { metricIds, by: each, groupBy, reference: 'none' });
  return { cells: query(by), ...(by !== 'none' && totals && { whole: query('none') }) } as const satisfies Record<
    string,
    WidgetQuery | null
  >;
}

/** null: the trees are not loaded yet. */
function ofDevices({ level }: Chosen, page: WidgetPage): WidgetPage | null {
  const devices = devicesAt(page, level);
  return devices && { ...page, segmentIds: devices.map(({ segmentId }) => segmentId) };
}

function metricsOf({ rows, columns, metrics }: Pick<PeriodTableSettings, 'rows' | 'columns' | 'metrics'>) {
  return rows === 'metric' || columns === 'metric' ? [...new Set(metrics)] : metrics.slice(0, 1);
}
