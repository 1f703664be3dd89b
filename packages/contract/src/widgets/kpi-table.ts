import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { type PeriodMetricId, periodMetricIdSchema } from '../metric-ids.ts';
import { bucketOfPeriod } from './metric-buckets.ts';
import { METRIC_CHOICES, metricQuery } from './metric-choices.ts';
import { devicesAt } from './widget-devices.ts';
import { GROUP_BY_FIELD, GROUP_BY_SHAPE } from './widget-grouping.ts';
import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { type ThresholdSubject, thresholdsSchema } from './widget-thresholds.ts';

/** Columns of the present and of the current month, of sites only, by the message keys of their heads. */
const SITE_COLUMNS = {
  'now.power': 'Home_Column_PowerNow',
  'now.ofRating': 'Home_Column_OfRating',
  'now.againstExpected': 'Home_Column_AgainstExpected',
  'now.losing': 'Home_Column_Losing',
  'now.cost': 'Home_Column_Cost',
  'now.openEvents': 'Home_Column_OpenEvents',
  'month.availability': 'Home_Column_Availability',
  'month.againstExpected': 'Home_Column_EnergyAgainstExpected',
  'month.againstBudget': 'Home_Column_EnergyAgainstBudget',
  'now.age': 'Home_Column_Age',
  'now.data': 'KpiTable_Column_Data',
  'site.country': 'Attribute_country',
} as const;
export type SiteColumnId = keyof typeof SITE_COLUMNS;
const SITE_COLUMN_IDS = Object.keys(SITE_COLUMNS) as SiteColumnId[];

const ROWS = {
  sites: 'Widget_Form_Level_sites',
  generators: 'Widget_Form_Level_generators',
  Inverter: 'SegmentType_Inverter',
  WindTurbine: 'SegmentType_WindTurbine',
  BatteryInverter: 'SegmentType_BatteryInverter',
} as const;
type RowLevel = keyof typeof ROWS;

/** Words of a head: shorter than thirty characters, of letters of any language, spaces and underscores. */
const ALIAS = /^[\p{L}_ ]*$/u;

const columnSchema = z.object({
  of: z.union([z.enum(SITE_COLUMN_IDS as [SiteColumnId, ...SiteColumnId[]]), periodMetricIdSchema]),
  /** Empty: the name of the metric. */
  alias: z
    .string()
    .max(LIMITS.columnAliasLength - 1, { error: 'Widget_Validation_AliasLength' })
    .regex(ALIAS, { error: 'Widget_Validation_AliasLetters' })
    .default(''),
  /** Marks of its values, in the unit of the metric; of metrics only. */
  thresholds: thresholdsSchema.default([]),
  sparkline: z.enum(['none', 'line', 'bars']).default('none'),
});
export type KpiColumn = z.output<typeof columnSchema>;

/** What rules of a column can be about. */
const COLUMN_SUBJECTS = ['value', 'percentOfBudget', 'percentOfExpected'] as const satisfies readonly ThresholdSubject[];

/** Those of a new table; the others are added on request. */
const DEFAULT_COLUMNS = SITE_COLUMN_IDS.filter((of) => of !== 'now.data' && of !== 'site.country').map((of) => columnSchema.parse({ of }));

const shape = {
  rows: z.enum(Object.keys(ROWS) as [RowLevel, ...RowLevel[]]).default('sites'),
  columns: z.array(columnSchema).min(1, { error: 'Widget_Validation_Columns' }).max(LIMITS.reportColumns).default(DEFAULT_COLUMNS),
  sort: z.enum(['attention', 'column']).default('attention'),
  sumRow: z.boolean().default(true),
  rowLimit: z.number().int().min(10).max(1_000).default(1_000),
  ...GROUP_BY_SHAPE,
};
export type KpiTableSettings = z.output<z.ZodObject<typeof shape>>;

/** Sites or devices as rows, metrics as columns. */
export const kpiTableSettings = widgetSettings({
  type: 'kpiTable',
  shape,
  upgrades: [withThresholds],
  without: ['numbers'],
  form: [
    { name: 'rows', label: 'PeriodTable_Rows', choices: ROWS },
    { name: 'sort', label: 'Bar_Order', choices: { attention: 'KpiTable_Sort_attention', column: 'KpiTable_Sort_column' } },
    GROUP_BY_FIELD,
    { name: 'sumRow', label: 'KpiTable_SumRow', isFlag: true },
    { name: 'rowLimit', label: 'KpiTable_RowLimit', min: 10, max: 1_000 },
  ],
  lists: [
    {
      name: 'columns',
      label: 'PeriodTable_Columns',
      help: 'KpiTable_Columns_Help',
      add: 'KpiTable_Columns_Add',
      most: LIMITS.reportColumns,
      columns: [
        {
          name: 'of',
          label: 'Widget_Form_Metric',
          kind: 'choice',
          choices: { ...METRIC_CHOICES, ...SITE_COLUMNS },
          isSearchable: true,
          isMetric: true,
        },
        { name: 'alias', label: 'KpiTable_Alias', kind: 'text', maxLength: 60, problemOf: aliasProblem },
        {
          name: 'sparkline',
          label: 'KeyMetric_Sparkline',
          kind: 'choice',
          choices: { none: 'KeyMetric_Sparkline_none', line: 'KeyMetric_Sparkline_line', bars: 'KeyMetric_Sparkline_bars' },
        },
        { name: 'thresholds', label: 'Widget_Thresholds', kind: 'thresholds', subjects: COLUMN_SUBJECTS },
      ],
    },
  ],
});

/** From version 2 to 3: two bounds of a column became rules. */
function withThresholds({ columns, ...settings }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(columns)) return columns === undefined ? settings : { ...settings, columns };
  return { ...settings, columns: columns.map((column) => (isRecord(column) ? withRules(column) : column)) };
}

function withRules({ below, above, ...column }: Record<string, unknown>): Record<string, unknown> {
  const rules = Object.entries({ below, above }).flatMap(([when, value]) =>
    typeof value === 'number' ? [{ when, value, color: 'danger', mark: 'bold' }] : [],
  );
  return rules.length === 0 ? column : { thresholds: rules, ...column };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What is wrong with the words of a head, as a message key; undefined: nothing. */
export function aliasProblem(alias: string): string | undefined {
  if (alias.length >= LIMITS.columnAliasLength) return 'Widget_Validation_AliasLength';
  return ALIAS.test(alias) ? undefined : 'Widget_Validation_AliasLetters';
}

/** Whether a column is one of the present or the month. */
export function isSiteColumn(of: KpiColumn['of']): of is SiteColumnId {
  return Object.hasOwn(SITE_COLUMNS, of);
}

/** Metrics of the columns, each once. */
export function metricsOfColumns(columns: readonly KpiColumn[]): PeriodMetricId[] {
  return [...new Set(columns.flatMap(({ of }) => (isSiteColumn(of) ? [] : [of])))];
}

/** Sites have their state and order from the present; devices have their metrics only. */
export function kpiTableQueries(settings: KpiTableSettings, page: WidgetPage): KpiQueries {
  if (settings.rows === 'sites') return { status: SITE_STATUS_QUERY };
  return { metrics: eachQuery(settings, page) };
}

/** Columns of metrics and of the month are empty while their query is open or where it is refused. */
export function kpiTableOptionalQueries(settings: KpiTableSettings, page: WidgetPage) {
  const { columns, rows, groupBy } = settings;
  const metricIds = metricsOfColumns(columns);
  const hasMonth = columns.some(({ of }) => of.startsWith('month.'));
  const trendIds = metricsOfColumns(columns.filter(({ sparkline }) => sparkline !== 'none'));
  const own = rows === 'sites' ? page : ofRows(settings, page);
  const against = (reference: 'budget' | 'expected', subject: ThresholdSubject) => {
    const comparedIds = metricsOfColumns(columns.filter(({ thresholds }) => thresholds.some(({ of }) => of === subject)));
    return own && comparedIds.length > 0 ? metricQuery(own, { metricIds: comparedIds, by: 'none', groupBy: 'each', reference }) : null;
  };
  return {
    /** For rules in percent of these. */
    budget: against('budget', 'percentOfBudget'),
    expected: against('expected', 'percentOfExpected'),
    month: rows === 'sites' && hasMonth ? currentMonthQuery(page) : null,
    metrics: rows === 'sites' ? eachQuery(settings, page) : null,
    groups:
      groupBy === 'none' || metricIds.length === 0 || !own ? null : metricQuery(own, { metricIds, by: 'none', groupBy, reference: 'none' }),
    data: rows === 'sites' && columns.some(({ of }) => of === 'now.data') ? dataQuery(page) : null,
    trend:
      trendIds.length === 0 || !own
        ? null
        : metricQuery(own, { metricIds: trendIds, by: bucketOfPeriod(page.period, trendIds), groupBy: 'each', reference: 'none' }),
  };
}

/** Share of the values of the period that are valid. */
function dataQuery(page: WidgetPage): MetricsQuery {
  return metricQuery(page, { metricIds: ['dataAvailability'], by: 'none', groupBy: 'each', reference: 'none' });
}

type MetricsQuery = ReturnType<typeof metricQuery>;
/** Of devices the metrics are needed, and nothing until their trees are known. */
interface KpiQueries extends Record<string, WidgetQuery | null> {
  status?: typeof SITE_STATUS_QUERY;
  metrics?: MetricsQuery | null;
}

function eachQuery(settings: KpiTableSettings, page: WidgetPage): MetricsQuery | null {
  const metricIds = metricsOfColumns(settings.columns);
  const own = settings.rows === 'sites' ? page : ofRows(settings, page);
  return own && metricIds.length > 0 ? metricQuery(own, { metricIds, by: 'none', groupBy: 'each', reference: 'none' }) : null;
}

/** null: the trees of the sites are not loaded yet */
function ofRows({ rows }: KpiTableSettings, page: WidgetPage): WidgetPage | null {
  const devices = devicesAt(page, rows);
  return devices && { ...page, segmentIds: devices.map(({ segmentId }) => segmentId) };
}
