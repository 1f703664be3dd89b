import type { MeasuredRating } from '@solvane/contract/models';
import { RATING_MIN_POINTS } from '@solvane/energy/pv/power-rating-line';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { monthText } from './month-text.ts';
import type { PowerCurveProps } from './power-curve-props.ts';

/** Inverter, with its site where there are several. */
export function ratingName({ name, siteName }: MeasuredRating, all: readonly MeasuredRating[]): string {
  return new Set(all.map((rating) => rating.siteName)).size > 1 ? `${siteName} ${name}` : name;
}

/** That a line has too few points; undefined: it has enough. */
export function tooFewPoints(pointCount: number, { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>): string | undefined {
  return pointCount < RATING_MIN_POINTS ? formatMessage({ id: 'Prt_TooFew' }, { needed: RATING_MIN_POINTS, count: pointCount }) : undefined;
}

/** The lines of every inverter; the deviation is that of its newest one. */
export function ratingTable({ settings, data }: PowerCurveProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const all = data.measured.ratings;
  const percent = (share: number | null | undefined) => (share === null || share === undefined ? null : 100 * share);
  return {
    columns: [
      { id: 'device', header: formatMessage({ id: 'EventLog_GroupBy_device' }) },
      { id: 'month', header: formatMessage({ id: 'Widget_Column_Period' }) },
      { id: 'prt', header: formatMessage({ id: 'Prt_Column_Prt' }), unit: '%', digits: 2 },
      { id: 'error', header: formatMessage({ id: 'Prt_Column_Error' }), unit: '%', digits: 2 },
      { id: 'baseline', header: formatMessage({ id: 'Prt_Column_Baseline' }), unit: '%', digits: 2 },
      { id: 'deviation', header: formatMessage({ id: 'PowerCurve_Column_Deviation' }), unit: '%', digits: 2 },
      { id: 'points', header: formatMessage({ id: 'PowerCurve_Column_Points' }), unit: '', digits: 0 },
      ...(settings.capacityTest
        ? [
            { id: 'rating', header: formatMessage({ id: 'Prt_Column_Rating' }), unit: 'kW', digits: 1 },
            { id: 'light', header: formatMessage({ id: 'Signal_IrradiancePOA' }), unit: 'W/m²', digits: 0 },
            { id: 'temperature', header: formatMessage({ id: 'Signal_AmbientTemperature' }), unit: '°C', digits: 1 },
            { id: 'wind', header: formatMessage({ id: 'Signal_WindSpeed' }), unit: 'm/s', digits: 1 },
          ]
        : []),
    ],
    rows: all.flatMap((rating) =>
      rating.lines.map(({ month, slope, slopeError, pointCount }, at) => {
        const isNewest = at === rating.lines.findLastIndex((line) => line.slope !== null);
        const test = at === rating.lines.length - 1 ? rating.capacity : null;
        return {
          id: `${rating.segmentId} ${month ?? ''}`,
          values: {
            device: ratingName(rating, all),
            month: month === null ? formatMessage({ id: 'Prt_Newest' }, { days: settings.prtPeriod }) : monthText(month, intl),
            ...{ prt: percent(slope), error: percent(slopeError), baseline: percent(rating.baseline?.slope) },
            ...{ deviation: isNewest ? rating.deviationPercent : null, points: pointCount },
            ...{ rating: test?.ratingKw ?? null, light: test?.planeIrradiance ?? null },
            ...{ temperature: test?.ambientTemperature ?? null, wind: test?.windSpeed ?? null },
          },
          reason: tooFewPoints(pointCount, intl) ?? (rating.baseline ? undefined : formatMessage({ id: 'Prt_NoBaseline' })),
        };
      }),
    ),
  };
}
