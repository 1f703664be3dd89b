import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/curve-selection';
import { z } from 'zod';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

export const POWER_CURVE_TYPE_NAMES = {
  Nominal: 'PowerCurve_Type_Nominal',
  Warranted: 'PowerCurve_Type_Warranted',
  Effective: 'PowerCurve_Type_Effective',
  Reference: 'PowerCurve_Type_Reference',
} as const;

/** [m/s] */
const BIN_WIDTH_TEXTS = { '0.25': '0.25 m/s', '0.5': '0.5 m/s', '1': '1 m/s' } as const;
const WIDTHS = { '0.25': 0.25, '0.5': 0.5, '1': 1 } as const;

const shape = {
  /** Newest months of the local calendar, the current one included. */
  months: z.number().int().min(1).max(24).default(2),
  curveType: z.enum(POWER_CURVE_TYPES),
  by: z.enum(['turbine', 'month']).default('turbine'),
  binWidth: z.enum(['0.25', '0.5', '1']).default('0.5'),
  density: z.boolean().default(true),
  limits: z.boolean().default(true),
  /** Of the power of the curve. [%] */
  limitPercent: z.number().int().min(1).max(20).default(5),
};
export type PowerCurveSettings = z.output<z.ZodObject<typeof shape>>;

/** Measured power of turbines against their power curve. */
export const powerCurveSettings = widgetSettings({
  type: 'powerCurve',
  shape,
  without: ['period'],
  form: [
    { name: 'curveType', label: 'PowerCurve_Type', choices: POWER_CURVE_TYPE_NAMES },
    { name: 'months', label: 'PowerCurve_Months', min: 1, max: 24 },
    { name: 'by', label: 'PowerCurve_By', choices: { turbine: 'PowerCurve_By_turbine', month: 'PowerCurve_By_month' } },
    { name: 'binWidth', label: 'PowerCurve_BinWidth', choices: BIN_WIDTH_TEXTS },
    { name: 'density', label: 'PowerCurve_Density', isFlag: true },
    { name: 'limits', label: 'PowerCurve_Limits', isFlag: true },
    { name: 'limitPercent', label: 'PowerCurve_LimitPercent', min: 1, max: 20 },
  ],
});

export function powerCurveQueries({ months, curveType, by, binWidth, density }: PowerCurveSettings, { sites, nowMs, zone }: WidgetPage) {
  const current = unitStart(localDayOf(nowMs, zone), 'month');
  const windy = sites.filter(({ metadata }) => metadata.energyType === 'Wind' || metadata.energyType === 'Hybrid');
  const body = {
    siteIds: windy.map(({ siteId }) => siteId),
    months: Array.from({ length: months }, (_, back) => toIsoDate(addUnits(current, 'month', -back))),
    type: curveType,
    by,
    binWidth: WIDTHS[binWidth],
    isDensityCorrected: density,
  };
  return { measured: { kind: 'measuredCurve', body } } as const satisfies Record<string, WidgetQuery>;
}
