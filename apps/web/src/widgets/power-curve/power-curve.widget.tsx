import type { CurveLine } from '@solvane/charts/options/curve';
import type { MeasuredCurve } from '@solvane/contract/models';
import { POWER_CURVE_TYPE_NAMES, powerCurveQueries, powerCurveSettings } from '@solvane/contract/widgets/power-curve';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { curveName, measuredCurves, type PowerCurveProps, pointsOf, powerCurveTable } from './power-curve.ts';

export const powerCurveWidget = defineWidget({
  settings: powerCurveSettings,
  catalogue: { name: 'Widget_Type_powerCurve', about: 'Widget_About_powerCurve' },
  size: { least: [4, 6], initial: [6, 8] },
  frame: 'panel',
  selection: () => ({ signals: ['NacelleWindSpeed||Validated', 'ActivePower||Validated'] }),
  title: () => 'Widget_Type_powerCurve',
  queries: powerCurveQueries,
  empty: 'PowerCurve_Empty',
  state: ({ data: { measured } }) => {
    const missing = measured.items.filter(({ bins }) => bins.length === 0).map(({ siteName, name }) => `${siteName} ${name}`);
    return { partial: { have: measured.items.length - missing.length, of: measured.items.length, missing: [...new Set(missing)] } };
  },
  charts: (props, text) => (measuredCurves(props).length === 0 ? [] : [chartOf(props, text)]),
  table: powerCurveTable,
  Head: PowerCurveHead,
});

/** That there is nothing to compare with. */
function PowerCurveHead({ settings, data }: PowerCurveProps) {
  const { formatMessage } = useIntl();
  if (data.measured.items.length === 0 || data.measured.items.some(({ curve }) => curve !== null)) return null;
  const type = formatMessage({ id: POWER_CURVE_TYPE_NAMES[settings.curveType] });
  return <span className={classes.quiet}>{formatMessage({ id: 'PowerCurve_NoCurve' }, { type })}</span>;
}

function chartOf(props: PowerCurveProps, { intl }: WidgetText): WidgetChart {
  const { settings } = props;
  const all = measuredCurves(props);
  const largest = Math.max(...all.flatMap(({ bins }) => bins.map(({ power }) => power)));
  const { unit, factor } = chosenUnit('kW', settings.numberFormat) ?? displayUnit('kW', largest);
  const scaled = (points: readonly (readonly [number, number])[], times = 1) =>
    points.map(([x, y]): [number, number] => [x, y * factor * times]);
  const measured = all.map((curve): CurveLine => {
    const { valid, few } = pointsOf(curve);
    return { name: curveName(curve, all, intl), role: 'measured', points: scaled(valid), hollow: scaled(few) };
  });
  const share = settings.limitPercent / 100;
  const type = intl.formatMessage({ id: POWER_CURVE_TYPE_NAMES[settings.curveType] });
  const stated = distinctCurves(all).flatMap((points): CurveLine[] => [
    { name: type, role: 'expected', points: scaled(points) },
    ...(settings.limits
      ? [1 - share, 1 + share].map((times): CurveLine => ({ name: `${type} ${times}`, role: 'limit', points: scaled(points, times) }))
      : []),
  ]);
  return {
    label: intl.formatMessage({ id: 'Widget_Type_powerCurve' }),
    build: (palette, { curveOption }) =>
      curveOption({
        palette,
        locale: intl.locale,
        unit,
        xTitle: intl.formatMessage({ id: 'PowerCurve_Wind' }),
        lines: [...stated, ...measured],
      }),
  };
}

/** Turbines of one model share a curve: it is drawn once. */
function distinctCurves(all: readonly MeasuredCurve[]): [number, number][][] {
  const curves = all.flatMap(({ curve }) =>
    curve ? [curve.points.map(({ windSpeed, power }): [number, number] => [windSpeed, power])] : [],
  );
  return [...new Map(curves.map((points) => [JSON.stringify(points), points])).values()];
}
