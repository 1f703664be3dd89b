import type { CurveLine } from '@solvane/charts/options/curve';
import { pointOf, type ScatterLine, type ScatterPoints } from '@solvane/charts/options/scatter';
import type { MeasuredCurve } from '@solvane/contract/models';
import {
  POWER_CURVE_SIGNALS,
  POWER_CURVE_TYPE_NAMES,
  powerCurveOptionalQueries,
  powerCurveQueries,
  powerCurveSettings,
} from '@solvane/contract/widgets/power-curve';
import type { PowerCurveType } from '@solvane/energy/wind/power-curve-types';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import { PermissionGate } from '../../shared/access/permission-gate.tsx';
import { signalText } from '../../shared/series/signal-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { studioTarget, valueFilter } from '../../shared/widgets/studio-target.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import type { WidgetChoice } from '../../shared/widgets/widget-target.ts';
import { type CurvePoints, curvePoints } from './curve-points.ts';
import { monthText } from './month-text.ts';
import { curveName, measuredCurves, pointsOf, powerCurveTable } from './power-curve.ts';
import type { PowerCurveProps } from './power-curve-props.ts';
import { ratingName, tooFewPoints } from './rating-table.ts';

export const powerCurveWidget = defineWidget({
  settings: powerCurveSettings,
  catalogue: { name: 'Widget_Type_powerCurve', about: 'Widget_About_powerCurve' },
  size: { least: [4, 6], initial: [6, 8], phone: 9 },
  frame: 'panel',
  selection: ({ measures }) => ({ signals: POWER_CURVE_SIGNALS[measures].slice(0, 2) }),
  title: ({ measures }) => (measures === 'inverters' ? 'PowerCurve_Title_Inverters' : 'Widget_Type_powerCurve'),
  queries: powerCurveQueries,
  optionalQueries: powerCurveOptionalQueries,
  empty: 'PowerCurve_Empty',
  state: ({ data: { measured } }) => {
    const all = [
      ...measured.items.map((each) => ({ ...each, isThere: each.bins.length > 0 })),
      ...measured.ratings.map((each) => ({ ...each, isThere: each.lines.some(({ slope }) => slope !== null) })),
    ];
    const missing = all.filter(({ isThere }) => !isThere).map(({ siteName, name }) => `${siteName} ${name}`);
    return { partial: { have: all.length - missing.length, of: all.length, missing: [...new Set(missing)] } };
  },
  charts: (props, text) => (props.settings.measures === 'inverters' ? inverterCharts(props, text) : turbineCharts(props, text)),
  table: powerCurveTable,
  Head: PowerCurveHead,
});

/** What the points are compared with and how many take part, or that there are too few. */
function PowerCurveHead({ settings, data: { measured } }: PowerCurveProps) {
  const intl = useIntl();
  if (settings.measures === 'inverters') {
    const counts = measured.ratings.flatMap(({ lines }) => lines.map(({ pointCount }) => pointCount));
    const note = counts.length > 0 ? tooFewPoints(Math.max(...counts), intl) : undefined;
    return note === undefined ? null : <span className={classes.quiet}>{note}</span>;
  }
  if (measured.items.length === 0) return null;
  return (
    <>
      <CurveName items={measured.items} type={settings.curveType ?? 'Nominal'} />
      <Points items={measured.items} />
    </>
  );
}

/** The curves that the measured ones are held against, and where one is added. */
function CurveName({ items, type }: { items: readonly MeasuredCurve[]; type: PowerCurveType }) {
  const { formatMessage } = useIntl();
  const curves = new Map(items.flatMap(({ curve }) => (curve?.id != null ? [[curve.id, curve.name ?? ''] as const] : [])));
  if (curves.size > 0) return <CurveLinks curves={[...curves].slice(0, MOST_LINKS)} />;
  if (items.some(({ curve }) => curve !== null)) return <span className={classes.quiet}>{formatMessage({ id: 'ModelData_Generic' })}</span>;
  return (
    <span className={classes.quiet}>
      {formatMessage({ id: 'PowerCurve_NoCurve' }, { type: formatMessage({ id: POWER_CURVE_TYPE_NAMES[type] }) })}{' '}
      <PermissionGate permission="ReadModelData">
        <Link to="/configure/model-data">{formatMessage({ id: 'PowerCurve_Add' })}</Link>
      </PermissionGate>
    </span>
  );
}

/** What the bins rest on; on hover, and in the table, what was left out for which reason. */
function Points({ items }: { items: readonly MeasuredCurve[] }) {
  const { formatMessage } = useIntl();
  const sum = (of: keyof MeasuredCurve['filtering']) => items.reduce((all, { filtering }) => all + filtering[of], 0);
  const names = ['used', 'points', 'events', 'filters', 'standstill', 'outliers'] as const;
  const counts = Object.fromEntries(names.map((name) => [name, sum(name)]));
  return (
    <span className={classes.quiet} title={formatMessage({ id: 'PowerCurve_Filtered' }, counts)}>
      {formatMessage({ id: 'PowerCurve_Used' }, counts)}
    </span>
  );
}

/** The others are in the list of curves. */
const MOST_LINKS = 3;

/** Names of the curves that are drawn; they lead to Model data for those who may read it. */
function CurveLinks({ curves }: { curves: readonly (readonly [id: string, name: string])[] }) {
  return (
    <span className={classes.quiet}>
      {curves.map(([id, name], at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <PermissionGate permission="ReadModelData" otherwise={name}>
            <Link to="/configure/model-data" search={{ curve: id }}>
              {name}
            </Link>
          </PermissionGate>
        </Fragment>
      ))}
    </span>
  );
}

interface PointsChart {
  points: readonly CurvePoints[];
  factor: number;
  /** Also of the horizontal axis, where it is a power as well. */
  xFactor: number;
}

function scaledPoints({ points, factor, xFactor }: PointsChart): ScatterPoints[] {
  const times = (column: Float64Array, by: number) => (by === 1 ? column : column.map((value) => value * by));
  return points.map(({ name, x, y }) => ({ name, x: times(x, xFactor), y: times(y, factor) }));
}

/** Bins solid, the stated curve dashed between its limits, over the points. */
function turbineCharts(props: PowerCurveProps, text: WidgetText): WidgetChart[] {
  const { settings } = props;
  const { intl } = text;
  const all = measuredCurves(props);
  if (all.length === 0) return [];
  const largest = Math.max(...all.flatMap(({ bins }) => bins.map(({ power }) => power)));
  const { unit, factor } = chosenUnit('kW', settings.numberFormat) ?? displayUnit('kW', largest);
  const scaled = (points: readonly (readonly [number, number])[], times = 1) =>
    points.map(([x, y]): [number, number] => [x, y * factor * times]);
  const measured = all.map((curve): CurveLine => {
    const { curve: valid, hollow } = pointsOf(curve);
    return { name: curveName(curve, all, intl), role: 'measured', points: scaled(valid), hollow: scaled(hollow) };
  });
  const share = settings.limitPercent / 100;
  const type = intl.formatMessage({ id: POWER_CURVE_TYPE_NAMES[settings.curveType ?? 'Nominal'] });
  const stated = distinctCurves(all).flatMap((points): CurveLine[] => [
    { name: type, role: 'expected', points: scaled(points) },
    ...(settings.limits
      ? [1 - share, 1 + share].map((times): CurveLine => ({ name: `${type} ${times}`, role: 'limit', points: scaled(points, times) }))
      : []),
  ]);
  const title = `${signalText('ActivePower||Validated', intl).name}, ${unit}`;
  const xTitle = intl.formatMessage({ id: settings.density ? 'PowerCurve_WindNormalised' : 'PowerCurve_Wind' });
  const points = curvePoints(props);
  const lines = [...stated, ...measured];
  const common = { locale: intl.locale, unit, title, xTitle };
  return [
    {
      label: intl.formatMessage({ id: 'Widget_Type_powerCurve' }),
      build: (palette, { curveOption, scatterOption }) =>
        points.length === 0
          ? curveOption({ palette, ...common, lines })
          : scatterOption({
              ...{ palette, ...common, curves: lines, fromZero: true },
              // Behind curves that have names and colours, where points come from would be one name too many.
              points: [joinedPoints(scaledPoints({ points, factor, xFactor: 1 }))],
              density: intl.formatMessage({ id: 'Scatter_Points' }),
              describe: (_series, point) => pointText(points, point, { factor, xFactor: 1, unit, xTitle, props, text }),
            }),
      choose: (_index, mark) => chosenPoint(points, pointOf(mark)?.point, props) ?? chosenBin(all, mark.value, props),
    },
  ];
}

/** Data Studio with the speeds of a bin, of the devices that have it. undefined: the mark is no bin */
export function chosenBin(
  curves: readonly MeasuredCurve[],
  mark: unknown,
  { settings, page }: Pick<PowerCurveProps, 'settings' | 'page'>,
): WidgetChoice | undefined {
  const [speed]: readonly unknown[] = Array.isArray(mark) ? mark : [];
  if (typeof speed !== 'number') return undefined;
  const binWidth = Number(settings.binWidth);
  const middle = Math.round(speed / binWidth) * binWidth;
  const [wind = '', power = ''] = POWER_CURVE_SIGNALS.turbines;
  // Bins of normalised speeds are none of measured ones: the nearest range of them is shown.
  const filter = valueFilter(wind, middle - binWidth / 2, middle + binWidth / 2);
  const devices = [...new Set(curves.map(({ segmentId }) => segmentId))];
  return {
    open: studioTarget({
      ...{ devices, signals: [wind, power], timeMs: page.period.startMs, endMs: page.period.endMs, zone: page.zone },
      filters: filter && [filter],
    }),
  };
}

/** Power over nominal power, with the line through the origin, its baseline and limits. */
function inverterCharts(props: PowerCurveProps, text: WidgetText): WidgetChart[] {
  const { settings, data } = props;
  const { intl } = text;
  const ratings = data.measured.ratings.filter(({ lines }) => lines.some(({ slope }) => slope !== null));
  const points = curvePoints(props);
  if (ratings.length === 0 && points.length === 0) return [];
  const largest = points.reduce((most, { x }) => x.reduce((high, value) => Math.max(high, value), most), 0);
  const { unit, factor } = chosenUnit('kW', settings.numberFormat) ?? displayUnit('kW', largest);
  const nominal = signalText('TemperatureAdjustedNominalPower||Calculated', intl).name;
  const [title, xTitle] = [`${signalText('ActivePower||Validated', intl).name}, ${unit}`, `${nominal}, ${unit}`];
  const share = settings.limitPercent / 100;
  const isOne = ratings.length === 1;
  const lines = ratings.flatMap((rating): ScatterLine[] => {
    const name = ratingName(rating, data.measured.ratings);
    const through = (slope: number, role: ScatterLine['role'], label: string): ScatterLine => ({ name: label, role, slope, intercept: 0 });
    const known = rating.lines.flatMap(({ month, slope }) =>
      slope === null ? [] : [{ slope, label: [isOne ? 'PRT' : name, month && monthText(month, intl)].filter(Boolean).join(', ') }],
    );
    const newest = known.at(-1)?.slope;
    return [
      ...(settings.regressionPrt ? known.map(({ slope, label }) => through(slope, 'regression', label)) : []),
      ...(settings.staticBaselinePrt && rating.baseline
        ? [
            through(
              rating.baseline.slope,
              'baseline',
              [isOne ? '' : name, intl.formatMessage({ id: 'Prt_Column_Baseline' })].filter(Boolean).join(', '),
            ),
          ]
        : []),
      ...(settings.limits && settings.regressionPrt && newest !== undefined
        ? [1 - share, 1 + share].map((times) => through(newest * times, 'limit', `${name} ${times}`))
        : []),
    ];
  });
  const correlation: ScatterLine = {
    name: intl.formatMessage({ id: 'Scatter_Line_correlation' }),
    role: 'correlation',
    slope: 1,
    intercept: 0,
  };
  const [only] = isOne ? ratings : [];
  const newest = only?.lines.findLast(({ slope }) => slope !== null);
  const number = (value: number) => measuredNumberText(value, intl.locale);
  const facts = newest?.slope
    ? [
        `PRT ${number(100 * newest.slope)} %`,
        ...(only && only.deviationPercent !== null
          ? [intl.formatMessage({ id: 'Prt_AgainstBaseline' }, { percent: number(only.deviationPercent) })]
          : []),
        intl.formatMessage({ id: 'Scatter_Count' }, { count: newest.pointCount }),
      ]
    : [];
  return [
    {
      label: intl.formatMessage({ id: 'PowerCurve_Title_Inverters' }),
      build: (palette, { scatterOption }) =>
        scatterOption({
          ...{ palette, locale: intl.locale, unit, title, xTitle, facts, fromZero: true },
          points: scaledPoints({ points: points.length > 0 ? points : [frameOf(ratings)], factor, xFactor: factor }),
          lines: [...lines, ...(settings.correlationLine ? [correlation] : [])],
          density: intl.formatMessage({ id: 'Scatter_Points' }),
          describe: (series, point) =>
            pointText(points.slice(series, series + 1), point, { factor, xFactor: factor, unit, xTitle, props, text }),
        }),
      choose: (_index, mark) => {
        const at = pointOf(mark);
        return at && chosenPoint(points.slice(at.series, at.series + 1), at.point, props);
      },
    },
  ];
}

/** Without points lines need ends. */
function frameOf(ratings: PowerCurveProps['data']['measured']['ratings']): CurvePoints {
  const highest = Math.max(1, ...ratings.map(({ capacity }) => capacity?.ratingKw ?? 0));
  return {
    name: '',
    segmentId: '',
    timesMs: new Float64Array(0),
    x: Float64Array.of(0, highest),
    y: Float64Array.of(Number.NaN, Number.NaN),
  };
}

function joinedPoints(points: readonly ScatterPoints[]): ScatterPoints {
  const [first] = points;
  return {
    name: first?.name ?? '',
    x: Float64Array.from(points.flatMap(({ x }) => [...x])),
    y: Float64Array.from(points.flatMap(({ y }) => [...y])),
  };
}

/** The device and position of a point among those of several devices behind each other. */
function locate(points: readonly CurvePoints[], point: number): { device: CurvePoints; at: number } | undefined {
  let at = point;
  for (const device of points) {
    if (at < device.x.length) return { device, at };
    at -= device.x.length;
  }
  return undefined;
}

interface PointLook {
  factor: number;
  xFactor: number;
  unit: string;
  xTitle: string;
  props: PowerCurveProps;
  text: WidgetText;
}

const MOMENT = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function pointText(points: readonly CurvePoints[], point: number, { factor, xFactor, unit, xTitle, props, text }: PointLook): string[] {
  const found = locate(points, point);
  if (!found) return [];
  const { device, at } = found;
  const number = (value: number | undefined, times: number) => measuredNumberText((value ?? Number.NaN) * times, text.intl.locale);
  return [
    device.name,
    text.intl.formatDate(device.timesMs[at] ?? Number.NaN, { ...MOMENT, timeZone: props.page.zone }),
    `${xTitle}: ${number(device.x[at], xFactor)}`,
    `${number(device.y[at], factor)} ${unit}`,
  ];
}

function chosenPoint(points: readonly CurvePoints[], point: number | undefined, { settings, page }: PowerCurveProps) {
  const found = point === undefined ? undefined : locate(points, point);
  const timeMs = found?.device.timesMs[found.at];
  if (!found || timeMs === undefined) return undefined;
  const signals = POWER_CURVE_SIGNALS[settings.measures].slice(0, 2);
  return { open: studioTarget({ devices: [found.device.segmentId], signals, timeMs, zone: page.zone }) };
}

/** Turbines of one model share a curve: it is drawn once. */
function distinctCurves(all: readonly MeasuredCurve[]): [number, number][][] {
  const curves = all.flatMap(({ curve }) =>
    curve ? [curve.points.map(({ windSpeed, power }): [number, number] => [windSpeed, power])] : [],
  );
  return [...new Map(curves.map((points) => [JSON.stringify(points), points])).values()];
}
