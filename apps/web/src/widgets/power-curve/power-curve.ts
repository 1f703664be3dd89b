import type { MeasuredBin, MeasuredCurve } from '@solvane/contract/models';
import { POWER_CURVE_TYPE_NAMES } from '@solvane/contract/widgets/power-curve';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { monthText } from './month-text.ts';
import type { PowerCurveProps } from './power-curve-props.ts';
import { ratingTable } from './rating-table.ts';

/** Turbines with data. */
export function measuredCurves({ data }: Pick<PowerCurveProps, 'data'>): MeasuredCurve[] {
  return data.measured.items.filter(({ bins }) => bins.length > 0);
}

/** Turbine, with its site where there are several, and the month where each has its own curve. */
export function curveName({ name, siteName, month }: MeasuredCurve, all: readonly MeasuredCurve[], intl: WidgetText['intl']): string {
  const place = new Set(all.map((curve) => curve.siteName)).size > 1 ? `${siteName} ${name}` : name;
  return month === null ? place : `${place}, ${monthText(month, intl)}`;
}

/** The curve through all bins with enough data and those filled in between; hollow ones are filled in, or rest on too little. */
export function pointsOf({ bins }: Pick<MeasuredCurve, 'bins'>): { curve: [number, number][]; hollow: [number, number][] } {
  const of = (members: readonly MeasuredBin[]) => members.map(({ windSpeed, power }): [number, number] => [windSpeed, power]);
  return {
    curve: of(bins.filter(({ isValid, isInterpolated }) => isValid || isInterpolated)),
    hollow: of(bins.filter(({ isValid }) => !isValid)),
  };
}

/** Of turbines every bin, and behind those of a turbine what they make together; of inverters their lines. */
export function powerCurveTable(props: PowerCurveProps, text: WidgetText): WidgetTable {
  return props.settings.measures === 'inverters' ? ratingTable(props, text) : turbineTable(props, text);
}

function turbineTable({ settings, data }: PowerCurveProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const { curveType = 'Nominal', deviations } = settings;
  const type = formatMessage({ id: POWER_CURVE_TYPE_NAMES[curveType] });
  const noCurve = formatMessage({ id: 'PowerCurve_NoCurve' }, { type });
  const all = measuredCurves({ data });
  return {
    columns: [
      { id: 'device', header: formatMessage({ id: 'EventLog_GroupBy_device' }) },
      { id: 'month', header: formatMessage({ id: 'Widget_Column_Period' }) },
      { id: 'bin', header: formatMessage({ id: 'PowerCurve_Column_Bin' }), unit: 'm/s' },
      { id: 'points', header: formatMessage({ id: 'PowerCurve_Column_Points' }), unit: '', digits: 0 },
      { id: 'speed', header: formatMessage({ id: 'PowerCurve_Column_MeanSpeed' }), unit: 'm/s', digits: 2 },
      { id: 'power', header: formatMessage({ id: 'PowerCurve_Column_MeanPower' }), unit: 'kW', digits: 1 },
      { id: 'curvePower', header: formatMessage({ id: 'PowerCurve_Column_CurvePower' }), unit: 'kW', digits: 1 },
      { id: 'deviation', header: formatMessage({ id: 'PowerCurve_Column_Deviation' }), unit: '%', digits: 1 },
      { id: 'valid', header: formatMessage({ id: 'PowerCurve_Column_Valid' }) },
      ...(deviations
        ? [
            { id: 'yawError', header: formatMessage({ id: 'PowerCurve_Column_YawError' }), unit: '°', digits: 1 },
            { id: 'yawLoss', header: formatMessage({ id: 'PowerCurve_Column_YawLoss' }), unit: '%', digits: 1 },
            ...REMOVED.map((id) => ({ id, header: formatMessage({ id: `PowerCurve_Removed_${id}` }), unit: '', digits: 0 })),
          ]
        : []),
    ],
    rows: all.flatMap((curve) => {
      const place = { device: curveName({ ...curve, month: null }, all, intl), month: curve.month && monthText(curve.month, intl) };
      const id = `${curve.segmentId} ${curve.month ?? ''}`;
      return [
        ...curve.bins.map((bin) => ({
          id: `${id} ${bin.centre}`,
          values: { ...place, ...binValues(bin), valid: formatMessage({ id: validityOf(bin) }), ...OF_ALL_BINS },
          reason: bin.isValid ? (curve.curve ? undefined : noCurve) : formatMessage({ id: 'PowerCurve_TooLittle' }),
        })),
        ...(deviations
          ? [
              {
                id,
                values: {
                  ...{ ...place, device: `${place.device}, ${formatMessage({ id: 'PowerCurve_All' })}`, bin: null },
                  points: curve.bins.reduce((sum, { points }) => sum + points, 0),
                  ...{ speed: null, power: null, curvePower: null, deviation: curve.deviationPercent, valid: null },
                  ...{ yawError: curve.yawErrorDegrees, yawLoss: curve.yawLossPercent },
                  ...Object.fromEntries(REMOVED.map((id) => [id, curve.filtering[id]])),
                },
                reason: curve.curve ? undefined : noCurve,
              },
            ]
          : []),
      ];
    }),
  };
}

/** Why points do not take part. */
const REMOVED = ['events', 'filters', 'standstill', 'outliers'] as const;
/** What only all bins together have. */
const OF_ALL_BINS = { yawError: null, yawLoss: null, events: null, filters: null, standstill: null, outliers: null };

function validityOf({ isValid, isInterpolated }: MeasuredBin) {
  if (isInterpolated) return 'PowerCurve_Interpolated';
  return isValid ? 'Common_Yes' : 'Common_No';
}

function binValues({ centre, points, windSpeed, power, curvePower, deviationPercent }: MeasuredBin) {
  return { bin: centre, points, speed: windSpeed, power, curvePower, deviation: deviationPercent };
}
