import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { z } from 'zod';
import { signalIdSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { COLOURS_BY, PLOT_SHAPES, SITE_ATTRIBUTES, type SiteAttribute } from '../plot-looks.ts';
import { TREE_AGGREGATIONS } from '../signals.ts';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import { devicesAt } from './widget-devices.ts';
import { COMPARISON_FIELDS, COMPARISON_SHAPE, comparisonOf, FILTERS_SHAPE, RESOLUTION_FIELD, RESOLUTION_SHAPE } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { type CommonSettings, widgetSettings } from './widget-settings.ts';

const MOST_AXES = 4;
const MOST_Y_LINES = 5;
const Y_LINE_LABEL = 40;
/** Of one line; more is reduced, with the extremes of each interval. */
const MOST_POINTS = 1_200;
const MOST_LANES = 20;
const LANE_STEPS = 1_000;

const axisSchema = z.object({
  /** As signals have it. */
  unit: z.string().max(20),
  /** `own`: a plot of its own; otherwise on that side of the plot that it shares with others. */
  side: z.enum(['own', 'left', 'right']).default('own'),
  /** Ends of the axis, in that unit. null: those of the values */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  fromZero: z.boolean().default(false),
});

const AGGREGATES = {
  device: 'TimeSeries_Aggregate_device',
  site: 'TimeSeries_Aggregate_site',
  segmentType: 'TimeSeries_Aggregate_segmentType',
  attribute: 'TimeSeries_Aggregate_attribute',
  total: 'TimeSeries_Aggregate_total',
} as const;

const ATTRIBUTES = {
  country: 'DevicePanel_Grouping_country',
  plantOperator: 'DevicePanel_Grouping_plantOperator',
  portfolio: 'DevicePanel_Grouping_portfolio',
  operatingRegion: 'DevicePanel_Grouping_operatingRegion',
} as const satisfies Record<SiteAttribute, string>;

const shape = {
  signals: z.array(signalIdSchema).min(1, { error: 'Widget_Validation_Signals' }).max(LIMITS.selectedSignals).prefault([]),
  ...FILTERS_SHAPE,
  /** Empty: one for each unit. */
  axes: z.array(axisSchema).max(MOST_AXES).default([]),
  chart: z.enum(PLOT_SHAPES).default('line'),
  aggregate: z.enum(TREE_AGGREGATIONS).default('device'),
  /** Of `aggregate: attribute`. */
  attribute: z.enum(SITE_ATTRIBUTES).default('portfolio'),
  color: z.enum(COLOURS_BY).default('device'),
  peerBand: z.boolean().default(false),
  lostArea: z.boolean().default(false),
  qualityMarks: z.boolean().default(true),
  eventLanes: z.boolean().default(false),
  /** What users wrote about ranges of the signals. */
  annotations: z.boolean().default(true),
  types: eventTypesSetting,
  legend: z.enum(['table', 'none']).default('table'),
  yLines: z
    .array(z.object({ value: z.number(), label: z.string().max(Y_LINE_LABEL).default('') }))
    .max(MOST_Y_LINES)
    .default([]),
  ...RESOLUTION_SHAPE,
  ...COMPARISON_SHAPE,
};
export type TimeSeriesSettings = z.output<z.ZodObject<typeof shape>>;

/** Signals over time. */
export const timeSeriesSettings = widgetSettings({
  type: 'timeSeries',
  shape,
  isConsistent: ({ signals, axes }) => {
    const units = new Set(axes.map(({ unit }) => unit));
    const isDrawn = (unit: string | undefined) => unit === undefined || units.has(unit);
    return axes.length === 0 || signals.every((id) => isDrawn(unitOfSignal(id))) || 'Widget_Validation_YAxis';
  },
  levels: ['asSelected', 'sites', 'generators', 'Inverter', 'WindTurbine', 'BatteryInverter', 'PCC', 'Meter', 'WeatherStation', 'String'],
  form: [
    { name: 'signals', label: 'TimeSeries_Signals', isSignals: true },
    {
      name: 'chart',
      label: 'TimeSeries_Chart',
      choices: {
        line: 'TimeSeries_Chart_line',
        step: 'TimeSeries_Chart_step',
        area: 'TimeSeries_Chart_area',
        bars: 'TimeSeries_Chart_bars',
        stacked: 'TimeSeries_Chart_stacked',
      },
    },
    { name: 'aggregate', label: 'TimeSeries_Aggregate', choices: AGGREGATES },
    { name: 'attribute', label: 'TimeSeries_Attribute', choices: ATTRIBUTES, when: { name: 'aggregate', is: ['attribute'] } },
    { name: 'color', label: 'TimeSeries_Color', choices: { device: 'TimeSeries_Color_device', signal: 'TimeSeries_Color_signal' } },
    RESOLUTION_FIELD,
    ...COMPARISON_FIELDS,
    { name: 'peerBand', label: 'TimeSeries_PeerBand', isFlag: true },
    { name: 'lostArea', label: 'TimeSeries_LostArea', isFlag: true },
    { name: 'qualityMarks', label: 'TimeSeries_QualityMarks', isFlag: true },
    { name: 'eventLanes', label: 'TimeSeries_EventLanes', isFlag: true },
    EVENT_TYPES_FIELD,
    { name: 'annotations', label: 'DataStudio_Annotations', isFlag: true },
    { name: 'legend', label: 'TimeSeries_Legend', choices: { table: 'TimeSeries_Legend_table', none: 'TimeSeries_Legend_none' } },
  ],
  lists: [
    {
      name: 'yLines',
      label: 'TimeSeries_YLines',
      add: 'TimeSeries_YLines_Add',
      most: MOST_Y_LINES,
      columns: [
        { name: 'value', label: 'Widget_Value', kind: 'number' },
        { name: 'label', label: 'TimeSeries_YLines_Label', kind: 'text', maxLength: Y_LINE_LABEL },
      ],
    },
    {
      name: 'axes',
      label: 'TimeSeries_Axes',
      help: 'TimeSeries_Axes_Help',
      add: 'TimeSeries_Axes_Add',
      most: MOST_AXES,
      columns: [
        { name: 'unit', label: 'TimeSeries_Axes_Unit', kind: 'text', maxLength: 20 },
        {
          name: 'side',
          label: 'TimeSeries_Axes_Side',
          kind: 'choice',
          choices: { own: 'TimeSeries_Axes_Side_own', left: 'TimeSeries_Axes_Side_left', right: 'TimeSeries_Axes_Side_right' },
        },
        { name: 'min', label: 'Gauge_Min', kind: 'openNumber' },
        { name: 'max', label: 'Gauge_Max', kind: 'openNumber' },
        { name: 'fromZero', label: 'TimeSeries_Axes_FromZero', kind: 'flag' },
      ],
    },
  ],
});

/** undefined: of a formula, or of money, whose currency is that of the site */
function unitOfSignal(signalId: string): string | undefined {
  const unit = findSignalDefinition(signalId)?.unit;
  return unit?.startsWith('cur') ? undefined : unit;
}

type Chosen = TimeSeriesSettings & Pick<CommonSettings, 'level'>;

/** Values of the devices; null: their trees are not loaded yet. */
export function timeSeriesQueries(settings: Chosen, page: WidgetPage) {
  const { signals, aggregate, attribute, resolution } = settings;
  const devices = devicesAt(page, settings.level);
  if (!devices || devices.length === 0) return { series: null };
  const comparison = comparisonOf(settings);
  const body = {
    segmentIds: devices.map(({ segmentId }) => segmentId),
    signalIds: signals,
    startMs: page.period.startMs,
    endMs: page.period.endMs,
    resolution,
    treeAggregation: aggregate,
    ...(aggregate === 'attribute' && { attribute }),
    ...(settings.filters.length > 0 && { filters: settings.filters }),
    ...(comparison && { comparison }),
    ...(resolution === 'auto' && { maxPoints: MOST_POINTS }),
  };
  return { series: { kind: 'series', body } as const satisfies WidgetQuery };
}

/** Events of the devices along the same time; and the band of devices like them. */
export function timeSeriesOptionalQueries(settings: Chosen, page: WidgetPage) {
  const filter = {
    ...eventPlaces(page),
    ...page.period,
    types: settings.types,
    members: 'hidden' as const,
  };
  const lanes = { kind: 'eventLanes', body: { filter, view: page.period, steps: LANE_STEPS, limit: MOST_LANES } } as const;
  return {
    lanes: settings.eventLanes ? (lanes satisfies WidgetQuery) : null,
    peers: settings.peerBand ? peersQuery(settings, page) : null,
    annotations: settings.annotations ? annotationsQuery(settings, page) : null,
  };
}

/** null: the devices are not known yet, or they are more than can be asked about */
function annotationsQuery({ signals, level }: Chosen, page: WidgetPage) {
  const segmentIds = (devicesAt(page, level) ?? []).map(({ segmentId }) => segmentId);
  if (segmentIds.length === 0 || segmentIds.length > LIMITS.selectedDevices) return null;
  const body = { segmentIds, signalIds: signals, startMs: page.period.startMs, endMs: page.period.endMs };
  return { kind: 'annotations', body } as const satisfies WidgetQuery;
}

/** Of the first signal: what devices like those on screen have. */
function peersQuery({ signals, resolution, level }: Chosen, page: WidgetPage) {
  const [signalId] = signals;
  const segmentIds = (devicesAt(page, level) ?? []).filter(({ type }) => type !== 'Site').map(({ segmentId }) => segmentId);
  if (signalId === undefined || segmentIds.length === 0) return null;
  const body = {
    segmentIds,
    signalId,
    ...page.period,
    resolution,
    ...(resolution === 'auto' && { maxPoints: MOST_POINTS }),
  };
  return { kind: 'peers', body } as const satisfies WidgetQuery;
}
