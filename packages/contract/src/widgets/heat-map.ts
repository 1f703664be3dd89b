import { z } from 'zod';
import { signalIdSchema } from '../ids.ts';
import { periodMetricIdSchema } from '../metric-ids.ts';
import type { Resolution } from '../signal-resolutions.ts';
import { coarsestMs } from './fleet-power.ts';
import { METRIC_CHOICES, metricQuery } from './metric-choices.ts';
import { costOf } from './widget-cost.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { FILTERS_SHAPE } from './widget-extras.ts';
import { GROUP_BY_FIELD, GROUP_BY_SHAPE } from './widget-grouping.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { SIGNAL_CHOICES } from './widget-signals.ts';

const MOST_CELLS = 20_000;
/** Columns of a picture whose cells are at least 4 pixels wide. */
const MOST_COLUMNS = 170;
const BUCKETS: readonly Resolution[] = ['raw', 'PT10M', 'PT15M', 'PT30M', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

const AXES = {
  'device×time': 'HeatMap_Axes_deviceTime',
  'site×day': 'HeatMap_Axes_siteDay',
  'hour×day': 'HeatMap_Axes_hourDay',
  'hour×month': 'HeatMap_Axes_hourMonth',
} as const;
export type HeatMapAxes = keyof typeof AXES;

const STATISTICS = {
  default: 'HeatMap_Statistic_default',
  avg: 'HeatMap_Statistic_avg',
  min: 'HeatMap_Statistic_min',
  max: 'HeatMap_Statistic_max',
  sum: 'HeatMap_Statistic_sum',
  count: 'HeatMap_Statistic_count',
} as const;

const RELATIVE = {
  none: 'HeatMap_RelativeTo_none',
  peers: 'HeatMap_RelativeTo_peers',
  rating: 'HeatMap_RelativeTo_rating',
  expected: 'HeatMap_RelativeTo_expected',
} as const;

const shape = {
  ...FILTERS_SHAPE,
  ...GROUP_BY_SHAPE,
  /** What is shown; one of both. */
  signal: z.union([z.literal('none'), signalIdSchema]).default('none'),
  metric: z.union([z.literal('none'), periodMetricIdSchema]).default('none'),
  axes: z.enum(Object.keys(AXES) as [HeatMapAxes, ...HeatMapAxes[]]).default('device×time'),
  statistic: z.enum(Object.keys(STATISTICS) as [keyof typeof STATISTICS, ...(keyof typeof STATISTICS)[]]).default('default'),
  scale: z.enum(['sequential', 'diverging']).default('sequential'),
  /** Ends of the ramp; null: those of the values. */
  rangeMin: z.number().nullable().default(null),
  rangeMax: z.number().nullable().default(null),
  relativeTo: z.enum(Object.keys(RELATIVE) as [keyof typeof RELATIVE, ...(keyof typeof RELATIVE)[]]).default('none'),
  reverse: z.boolean().default(false),
};
export type HeatMapSettings = z.output<z.ZodObject<typeof shape>>;

/** One signal or metric as colour over two axes. */
export const heatMapSettings = widgetSettings({
  type: 'heatMap',
  shape,
  levels: ['generators', 'asSelected', 'sites', 'Inverter', 'WindTurbine', 'BatteryInverter', 'BatteryContainer', 'BatteryString'],
  isConsistent: ({ signal, metric, rangeMin, rangeMax }) =>
    (signal !== 'none') !== (metric !== 'none') && (rangeMin === null) === (rangeMax === null) && (rangeMin ?? 0) < (rangeMax ?? 1),
  form: [
    { name: 'signal', label: 'HeatMap_Signal', choices: { none: 'HeatMap_None', ...SIGNAL_CHOICES } },
    {
      name: 'metric',
      label: 'HeatMap_Metric',
      help: 'HeatMap_Metric_Help',
      choices: { none: 'HeatMap_None', ...METRIC_CHOICES },
      isMetric: true,
    },
    { name: 'axes', label: 'HeatMap_Axes', choices: AXES },
    { ...GROUP_BY_FIELD, help: 'HeatMap_GroupBy_Help' },
    { name: 'statistic', label: 'HeatMap_Statistic', choices: STATISTICS },
    { name: 'relativeTo', label: 'HeatMap_RelativeTo', choices: RELATIVE },
    { name: 'scale', label: 'HeatMap_Scale', choices: { sequential: 'HeatMap_Scale_sequential', diverging: 'HeatMap_Scale_diverging' } },
    { name: 'rangeMin', label: 'HeatMap_RangeMin', isOpen: true },
    { name: 'rangeMax', label: 'HeatMap_RangeMax', isOpen: true, above: 'rangeMin' },
    { name: 'reverse', label: 'HeatMap_Reverse', isFlag: true },
  ],
});

type Settings = HeatMapSettings & { level: DeviceLevel };

/** Of a metric: sites by day. Of a signal: devices by the finest bucket whose cells can be told apart, or everything together by hour. */
export function heatMapQueries(settings: Settings, page: WidgetPage): { values: WidgetQuery<'series' | 'metrics'> | null } {
  const { metric, signal, groupBy } = settings;
  if (metric === 'none') return { values: seriesOf(settings, page, signal) };
  return {
    values: metricQuery(page, { metricIds: [metric], by: 'day', groupBy: groupBy === 'none' ? 'each' : groupBy, reference: 'none' }),
  };
}

/** What values of a signal are held against. */
export function heatMapOptionalQueries(settings: Settings, page: WidgetPage) {
  const { relativeTo, signal } = settings;
  const related = relativeTo === 'expected' ? expectedOf(signal) : relativeTo === 'rating' ? 'CapacityAC||Calculated' : null;
  return { reference: signal === 'none' || related === null ? null : seriesOf(settings, page, related) } satisfies Record<
    string,
    WidgetQuery | null
  >;
}

/** The expectation of the same quantity. */
function expectedOf(signalId: string): string {
  return `${signalId.split('||')[0]}||Expected`;
}

function seriesOf({ axes, statistic, level, filters }: Settings, page: WidgetPage, signalId: string) {
  const isByHour = axes === 'hour×day' || axes === 'hour×month';
  const devices = devicesAt(page, axes === 'site×day' ? 'sites' : level);
  if (devices === null) return null;
  const ids = devices.length > 0 ? devices.map(({ segmentId }) => segmentId) : page.sites.map(({ siteSegmentId }) => siteSegmentId);
  if (ids.length === 0) return null;
  const body = {
    segmentIds: ids,
    signalIds: [signalIdSchema.parse(signalId)],
    ...page.period,
    ...(filters.length > 0 && { filters }),
    ...(statistic !== 'default' && { aggregation: statistic }),
    ...(isByHour && { treeAggregation: 'total' as const }),
  };
  const queryAt = (resolution: Resolution) => ({ kind: 'series', body: { ...body, resolution } }) as const satisfies WidgetQuery;
  if (isByHour) return queryAt('hour');
  if (axes === 'site×day') return queryAt('day');
  const isFew = (resolution: Resolution) => {
    const { points } = costOf([queryAt(resolution)], page);
    return points <= MOST_CELLS && points / ids.length <= MOST_COLUMNS;
  };
  const finest = coarsestMs(page.sites);
  return queryAt(BUCKETS.filter((each) => (CLOCK_MS[each] ?? finest + 1) > finest).find(isFew) ?? 'year');
}

const CLOCK_MS: Partial<Record<Resolution, number>> = { PT10M: 600_000, PT15M: 900_000, PT30M: 1_800_000 };
