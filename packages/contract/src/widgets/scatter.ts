import { z } from 'zod';
import { signalIdSchema } from '../ids.ts';
import { PRT_PERIODS } from '../models.ts';
import { resolutionSchema } from '../signal-resolutions.ts';
import { PRT_PERIOD_CHOICES, ratingsQuery } from './power-curve.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { FILTERS_SHAPE, RESOLUTION_FIELD } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { requiredSignal, SIGNAL_CHOICES, signalsQuery } from './widget-signals.ts';

/** Of `auto`. */
const MOST_POINTS = 100_000;
export const PRT_SIGNAL = 'TemperatureAdjustedNominalPower||Calculated';
const shape = {
  x: requiredSignal('Scatter_Needed'),
  y: requiredSignal('Scatter_Needed'),
  /** Shown as colour; `none`: devices have colours. */
  z: z.union([z.literal('none'), signalIdSchema]).default('none'),
  resolution: resolutionSchema.default('raw'),
  /** Slope 1. */
  correlationLine: z.boolean().default(false),
  regression: z.boolean().default(false),
  regressionPrt: z.boolean().default(false),
  staticBaselinePrt: z.boolean().default(false),
  prtPeriod: z.enum(PRT_PERIODS).default('30'),
  /** Distance of the limits from the lines [%]; 0: none. */
  limits: z.number().int().min(0).max(20).default(0),
  /** Values outside of these are left out; null: no bound. */
  xMin: z.number().nullable().default(null),
  xMax: z.number().nullable().default(null),
  yMin: z.number().nullable().default(null),
  yMax: z.number().nullable().default(null),
  /** Hours of the clock: from the first up to the last. */
  fromHour: z.number().int().min(0).max(23).default(0),
  toHour: z.number().int().min(1).max(24).default(24),
  /** Points far from the others are left out. */
  withoutOutliers: z.boolean().default(false),
  /** Points that are left out stay visible as crosses. */
  outliers: z.boolean().default(false),
  ...FILTERS_SHAPE,
};
export type ScatterSettings = z.output<z.ZodObject<typeof shape>>;

/** Two signals against each other. */
export const scatterSettings = widgetSettings({
  type: 'scatter',
  shape,
  levels: ['generators', 'asSelected', 'sites', 'Inverter', 'WindTurbine', 'WeatherStation'],
  isConsistent: ({ x, regressionPrt, staticBaselinePrt, xMin, xMax, yMin, yMax, fromHour, toHour }) => {
    if (x !== PRT_SIGNAL && (regressionPrt || staticBaselinePrt)) return 'Prt_Needed';
    const isOrdered = (low: number | null, high: number | null) => low === null || high === null || low < high;
    return isOrdered(xMin, xMax) && isOrdered(yMin, yMax) && fromHour < toHour;
  },
  form: [
    { name: 'x', label: 'Scatter_X', choices: SIGNAL_CHOICES },
    { name: 'y', label: 'Scatter_Y', choices: SIGNAL_CHOICES },
    { name: 'z', label: 'Scatter_Z', choices: { none: 'Scatter_Z_none', ...SIGNAL_CHOICES } },
    RESOLUTION_FIELD,
    { name: 'correlationLine', label: 'Scatter_CorrelationLine', isFlag: true },
    { name: 'regression', label: 'Scatter_Regression', isFlag: true },
    { name: 'regressionPrt', label: 'Prt_Regression', help: 'Prt_Needed', isFlag: true },
    { name: 'staticBaselinePrt', label: 'Prt_StaticBaseline', help: 'Prt_Needed', isFlag: true },
    { name: 'prtPeriod', label: 'Prt_Period', choices: PRT_PERIOD_CHOICES },
    { name: 'limits', label: 'Scatter_Limits', min: 0, max: 20 },
    { name: 'xMin', label: 'Scatter_XMin', isOpen: true },
    { name: 'xMax', label: 'Scatter_XMax', isOpen: true, above: 'xMin' },
    { name: 'yMin', label: 'Scatter_YMin', isOpen: true },
    { name: 'yMax', label: 'Scatter_YMax', isOpen: true, above: 'yMin' },
    { name: 'fromHour', label: 'Scatter_FromHour', min: 0, max: 23 },
    { name: 'toHour', label: 'Scatter_ToHour', min: 1, max: 24 },
    { name: 'withoutOutliers', label: 'Scatter_WithoutOutliers', isFlag: true },
    { name: 'outliers', label: 'Scatter_ShowRemoved', isFlag: true },
  ],
});

export function scatterQueries(
  { x, y, z: colour, resolution, level, filters }: ScatterSettings & { level: DeviceLevel },
  page: WidgetPage,
) {
  const signalIds = [x, y, ...(colour === 'none' ? [] : [colour])];
  return { values: signalsQuery(page, { signalIds, level, resolution, filters, most: MOST_POINTS * signalIds.length }) } satisfies Record<
    string,
    WidgetQuery | null
  >;
}

/** Rating lines of the inverters, which the server makes of points without events, clipping and estimates. */
export function scatterOptionalQueries(
  { regressionPrt, staticBaselinePrt, prtPeriod, level }: ScatterSettings & { level: DeviceLevel },
  page: WidgetPage,
) {
  const inverters = (devicesAt(page, level) ?? []).filter(({ type }) => type === 'Inverter');
  const isAsked = (regressionPrt || staticBaselinePrt) && inverters.length > 0;
  const segmentIds = inverters.map(({ segmentId }) => segmentId);
  return { ratings: isAsked ? ratingsQuery(page, { segmentIds, prtPeriod }) : null } satisfies Record<string, WidgetQuery | null>;
}
