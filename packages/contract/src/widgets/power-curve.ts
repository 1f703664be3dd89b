import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { z } from 'zod';
import type { SegmentId } from '../ids.ts';
import { MOST_MONTHS, PRT_PERIODS } from '../models.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { FILTERS_SHAPE } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { signalsQuery } from './widget-signals.ts';

export const POWER_CURVE_TYPE_NAMES = {
  Nominal: 'PowerCurve_Type_Nominal',
  Warranted: 'PowerCurve_Type_Warranted',
  Effective: 'PowerCurve_Type_Effective',
  Reference: 'PowerCurve_Type_Reference',
} as const;

/** [m/s] */
const BIN_WIDTH_TEXTS = { '0.25': '0.25 m/s', '0.5': '0.5 m/s', '1': '1 m/s' } as const;
const WIDTHS = { '0.25': 0.25, '0.5': 0.5, '1': 1 } as const;

/** Newest days or months that a line rests on. */
export const PRT_PERIOD_CHOICES = {
  '7': 'Prt_Period_7',
  '30': 'Prt_Period_30',
  '90': 'Prt_Period_90',
  '365': 'Prt_Period_365',
  months: 'Prt_Period_months',
} as const satisfies Record<(typeof PRT_PERIODS)[number], string>;

/** Signals of the points, X before Y. */
export const POWER_CURVE_SIGNALS = {
  turbines: ['NacelleWindSpeed||Validated', 'ActivePower||Validated', 'AirDensity||Calculated'],
  inverters: ['TemperatureAdjustedNominalPower||Calculated', 'ActivePower||Validated'],
} as const;
const LEVELS = { turbines: ['WindTurbine', 'Turbine'], inverters: ['Inverter'] } as const satisfies Record<string, readonly DeviceLevel[]>;
const ENERGY_TYPE = { turbines: 'Wind', inverters: 'PV' } as const;
/** Above this many values points are read at a coarser resolution. */
const MOST_VALUES = 300_000;

const shape = {
  /** One kind of device. */
  measures: z.enum(['turbines', 'inverters']).default('turbines'),
  /** Newest months of the local calendar, the current one included. */
  months: z.number().int().min(1).max(24).default(2),
  /** Of turbines, where it has to be chosen. */
  curveType: z.enum(POWER_CURVE_TYPES).optional(),
  by: z.enum(['turbine', 'month']).default('turbine'),
  binWidth: z.enum(['0.25', '0.5', '1']).default('0.5'),
  density: z.boolean().default(true),
  /** Without the points that bins and lines rest on. */
  onlyPowerCurve: z.boolean().default(false),
  limits: z.boolean().default(true),
  /** Of the power of the curve or line. [%] */
  limitPercent: z.number().int().min(1).max(20).default(5),
  /** Slope 1. */
  correlationLine: z.boolean().default(false),
  regressionPrt: z.boolean().default(true),
  staticBaselinePrt: z.boolean().default(true),
  prtPeriod: z.enum(PRT_PERIODS).default('30'),
  capacityTest: z.boolean().default(false),
  /** Deviation from the curve, yaw error and the loss by it. */
  deviations: z.boolean().default(true),
  ...FILTERS_SHAPE,
};
export type PowerCurveSettings = z.output<z.ZodObject<typeof shape>>;

const OF_TURBINES = { when: { name: 'measures', is: ['turbines'] } };
const OF_INVERTERS = { when: { name: 'measures', is: ['inverters'] } };

/** Measured power of turbines against their power curve, or of inverters against their temperature-adjusted nominal power. */
export const powerCurveSettings = widgetSettings({
  type: 'powerCurve',
  shape,
  without: ['period'],
  isConsistent: ({ measures, curveType }) => measures === 'inverters' || curveType !== undefined || 'Widget_Validation_CurveType',
  form: [
    {
      name: 'measures',
      label: 'PowerCurve_Measures',
      choices: { turbines: 'PowerCurve_Measures_turbines', inverters: 'PowerCurve_Measures_inverters' },
    },
    {
      name: 'curveType',
      label: 'PowerCurve_Type',
      choices: POWER_CURVE_TYPE_NAMES,
      missing: 'Widget_Validation_CurveType',
      ...OF_TURBINES,
    },
    { name: 'months', label: 'PowerCurve_Months', min: 1, max: 24 },
    { name: 'by', label: 'PowerCurve_By', choices: { turbine: 'PowerCurve_By_turbine', month: 'PowerCurve_By_month' }, ...OF_TURBINES },
    { name: 'binWidth', label: 'PowerCurve_BinWidth', choices: BIN_WIDTH_TEXTS, ...OF_TURBINES },
    { name: 'density', label: 'PowerCurve_Density', isFlag: true, ...OF_TURBINES },
    { name: 'regressionPrt', label: 'Prt_Regression', isFlag: true, ...OF_INVERTERS },
    { name: 'prtPeriod', label: 'Prt_Period', choices: PRT_PERIOD_CHOICES, ...OF_INVERTERS },
    { name: 'staticBaselinePrt', label: 'Prt_StaticBaseline', isFlag: true, ...OF_INVERTERS },
    { name: 'correlationLine', label: 'Scatter_CorrelationLine', isFlag: true, ...OF_INVERTERS },
    { name: 'capacityTest', label: 'PowerCurve_CapacityTest', isFlag: true, ...OF_INVERTERS },
    { name: 'onlyPowerCurve', label: 'PowerCurve_OnlyCurve', isFlag: true },
    { name: 'limits', label: 'PowerCurve_Limits', isFlag: true },
    { name: 'limitPercent', label: 'PowerCurve_LimitPercent', min: 1, max: 20 },
    { name: 'deviations', label: 'PowerCurve_Deviations', isFlag: true, ...OF_TURBINES },
  ],
});

export function powerCurveQueries(settings: PowerCurveSettings, page: WidgetPage) {
  const { curveType = 'Nominal', by, binWidth, density, measures, prtPeriod, capacityTest, filters } = settings;
  const of = devicesOf(settings, page);
  const body = of && {
    ...of,
    devices: measures,
    months: monthsOf(settings, page).map(toIsoDate),
    type: curveType,
    by,
    binWidth: WIDTHS[binWidth],
    isDensityCorrected: density,
    prtPeriod,
    hasCapacityTest: capacityTest,
    ...(filters.length > 0 && { filters }),
  };
  return { measured: body && ({ kind: 'measuredCurve', body } as const) } satisfies Record<string, WidgetQuery | null>;
}

/** Rating lines of inverters over the newest days, or over the months of the period of the page. */
export function ratingsQuery(
  page: WidgetPage,
  { segmentIds, prtPeriod }: { segmentIds: SegmentId[]; prtPeriod: (typeof PRT_PERIODS)[number] },
) {
  const { period, zone } = page;
  const [first, last] = [period.startMs, period.endMs - 1].map((instantMs) => unitStart(localDayOf(instantMs, zone), 'month'));
  const months: string[] = [];
  for (let day = last ?? 0; day >= (first ?? 0) && months.length < MOST_MONTHS; day = addUnits(day, 'month', -1))
    months.push(toIsoDate(day));
  const body = { segmentIds, devices: 'inverters' as const, months, type: 'Nominal' as const, prtPeriod };
  return { kind: 'measuredCurve', body } as const satisfies WidgetQuery;
}

/** The points that bins and lines rest on, in the same months. */
export function powerCurveOptionalQueries(settings: PowerCurveSettings, page: WidgetPage) {
  const { measures, onlyPowerCurve, filters } = settings;
  const wide = { ...page, period: pointsPeriod(settings, page) };
  const signalIds = POWER_CURVE_SIGNALS[measures];
  const level = LEVELS[measures].find((each) => (devicesAt(page, each) ?? []).length > 0) ?? LEVELS[measures][0];
  return {
    points: onlyPowerCurve ? null : signalsQuery(wide, { signalIds, level, resolution: 'auto', filters, most: MOST_VALUES }),
  } satisfies Record<string, WidgetQuery | null>;
}

const STEP_MS = 600_000;

/** The months, or the newest days of a rolling line. */
export function pointsPeriod(settings: PowerCurveSettings, page: Pick<WidgetPage, 'nowMs' | 'zone'>): Period {
  const { nowMs, zone } = page;
  const today = localDayOf(nowMs, zone);
  if (settings.measures === 'inverters' && settings.prtPeriod !== 'months')
    return { startMs: dayStart(today - Number(settings.prtPeriod), zone), endMs: dayStart(today, zone) };
  const first = monthsOf(settings, page).at(-1) ?? today;
  // Up to the end of the running step: the clock alone is no reason to ask again.
  return { startMs: dayStart(first, zone), endMs: nowMs - (nowMs % STEP_MS) + STEP_MS };
}

/** First days, the newest first. */
function monthsOf({ months }: PowerCurveSettings, { nowMs, zone }: Pick<WidgetPage, 'nowMs' | 'zone'>): number[] {
  const current = unitStart(localDayOf(nowMs, zone), 'month');
  return Array.from({ length: months }, (_, back) => addUnits(current, 'month', -back));
}

/** Whole sites, or the devices where parts of sites are chosen. null: not known yet, or none */
function devicesOf({ measures }: PowerCurveSettings, page: WidgetPage) {
  const fitting = page.sites.filter(({ metadata: { energyType } }) => energyType === ENERGY_TYPE[measures] || energyType === 'Hybrid');
  if (!page.segmentIds) return { siteIds: fitting.map(({ siteId }) => siteId) };
  const devices = LEVELS[measures].map((level) => devicesAt({ ...page, sites: fitting }, level));
  if (devices.some((each) => each === null)) return null;
  return { segmentIds: devices.flatMap((each) => (each ?? []).map(({ segmentId }) => segmentId)) };
}
