import type { MeasuredBin, MeasuredCurve } from '@solvane/contract/models';
import { POWER_CURVE_TYPE_NAMES, type PowerCurveSettings, type powerCurveQueries } from '@solvane/contract/widgets/power-curve';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { parseIsoDate } from '@solvane/energy/time/local-day';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type PowerCurveProps = WidgetProps<CommonSettings & PowerCurveSettings, ReturnType<typeof powerCurveQueries>>;

const DAY_MS = 86_400_000;

/** Turbines with data. */
export function measuredCurves({ data }: Pick<PowerCurveProps, 'data'>): MeasuredCurve[] {
  return data.measured.items.filter(({ bins }) => bins.length > 0);
}

/** Turbine, with its site where there are several, and the month where each has its own curve. */
export function curveName({ name, siteName, month }: MeasuredCurve, all: readonly MeasuredCurve[], intl: WidgetText['intl']): string {
  const place = new Set(all.map((curve) => curve.siteName)).size > 1 ? `${siteName} ${name}` : name;
  return month === null ? place : `${place}, ${monthText(month, intl)}`;
}

/** Bins with enough data, and those without. */
export function pointsOf({ bins }: MeasuredCurve): { valid: [number, number][]; few: [number, number][] } {
  const of = (isValid: boolean) =>
    bins.filter((bin) => bin.isValid === isValid).map(({ windSpeed, power }): [number, number] => [windSpeed, power]);
  return { valid: of(true), few: of(false) };
}

/** Every bin, and behind those of a turbine what they make together. */
export function powerCurveTable({ settings, data }: PowerCurveProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const type = formatMessage({ id: POWER_CURVE_TYPE_NAMES[settings.curveType] });
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
      { id: 'yawError', header: formatMessage({ id: 'PowerCurve_Column_YawError' }), unit: '°', digits: 1 },
      { id: 'yawLoss', header: formatMessage({ id: 'PowerCurve_Column_YawLoss' }), unit: '%', digits: 1 },
    ],
    rows: all.flatMap((curve) => {
      const place = { device: curveName({ ...curve, month: null }, all, intl), month: curve.month && monthText(curve.month, intl) };
      const id = `${curve.segmentId} ${curve.month ?? ''}`;
      return [
        ...curve.bins.map((bin) => ({
          id: `${id} ${bin.centre}`,
          values: {
            ...place,
            ...binValues(bin),
            valid: formatMessage({ id: bin.isValid ? 'Common_Yes' : 'Common_No' }),
            yawError: null,
            yawLoss: null,
          },
          reason: bin.isValid ? (curve.curve ? undefined : noCurve) : formatMessage({ id: 'PowerCurve_TooLittle' }),
        })),
        {
          id,
          values: {
            ...{ ...place, device: `${place.device}, ${formatMessage({ id: 'PowerCurve_All' })}`, bin: null },
            points: curve.bins.reduce((sum, { points }) => sum + points, 0),
            ...{ speed: null, power: null, curvePower: null, deviation: curve.deviationPercent, valid: null },
            ...{ yawError: curve.yawErrorDegrees, yawLoss: curve.yawLossPercent },
          },
          reason: curve.curve ? undefined : noCurve,
        },
      ];
    }),
  };
}

function binValues({ centre, points, windSpeed, power, curvePower, deviationPercent }: MeasuredBin) {
  return { bin: centre, points, speed: windSpeed, power, curvePower, deviation: deviationPercent };
}

function monthText(month: string, intl: WidgetText['intl']): string {
  return bucketText((parseIsoDate(month) ?? Number.NaN) * DAY_MS, { bucket: 'month', zone: 'UTC' }, intl);
}
