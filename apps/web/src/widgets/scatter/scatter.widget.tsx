import { extent } from '@solvane/charts/options/extent';
import { pointOf, type ScatterLine } from '@solvane/charts/options/scatter';
import { scatterOptionalQueries, scatterQueries, scatterSettings } from '@solvane/contract/widgets/scatter';
import { RATING_MIN_POINTS } from '@solvane/energy/pv/power-rating-line';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { filteredNote } from '../../shared/filters/filtered-note.ts';
import { resolutionNote } from '../../shared/series/resolution-note.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { studioTarget } from '../../shared/widgets/studio-target.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import {
  joinedColumn,
  lineName,
  pointsWhere,
  type ScatterDevice,
  type ScatterProps,
  type StatedLine,
  scatterDevices,
  scatterLines,
  scatterTable,
} from './scatter.ts';

export const scatterWidget = defineWidget({
  settings: scatterSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_scatter', about: 'Widget_About_scatter' },
  size: { least: [3, 5], initial: [6, 8], phone: 7 },
  frame: 'panel',
  selection: ({ x, y, z }) => ({ signals: [x, y, ...(z === 'none' ? [] : [z])] }),
  title: () => 'Scatter_Title',
  titleValues: ({ x, y }, _page, { intl }) => ({
    metric: intl.formatMessage({ id: 'Scatter_Label' }, { x: signalText(x, intl).name, y: signalText(y, intl).name }),
  }),
  queries: scatterQueries,
  optionalQueries: scatterOptionalQueries,
  empty: 'Scatter_NoData',
  charts: chartsOf,
  table: scatterTable,
  Head: ScatterHead,
});

/** Coarser values than asked for, and colour that has no data. */
function ScatterHead(props: ScatterProps) {
  const intl = useIntl();
  const { settings, data } = props;
  const hasZ = settings.z === 'none' || data.values.series.some(({ signalId, values }) => signalId === settings.z && values.some(isKnown));
  const notes = [
    resolutionNote({ asked: settings.resolution, got: data.values.resolution }, intl),
    ...(hasZ ? [] : [intl.formatMessage({ id: 'Scatter_NoZ' })]),
    filteredNote(data.values.filtering, intl),
    ...(settings.regression ? [fewLeft(props, intl)] : []),
    ...(settings.regressionPrt ? [fewPoints(props, intl)] : []),
  ].filter(Boolean);
  return notes.length > 0 ? <span className={classes.quiet}>{notes.join(' · ')}</span> : null;
}

/** That too few points are left for a line that says anything; undefined: there are enough. */
function fewLeft(props: ScatterProps, { formatMessage }: WidgetText['intl']): string | undefined {
  const count = scatterDevices(props).reduce((sum, { use }) => sum + use.filter((each) => each === 0).length, 0);
  return count >= RATING_MIN_POINTS ? undefined : formatMessage({ id: 'Scatter_FewPoints' }, { count, needed: RATING_MIN_POINTS });
}

/** That no rating line has enough points; undefined: one has, or none was asked for. */
function fewPoints({ data }: ScatterProps, { formatMessage }: WidgetText['intl']): string | undefined {
  const lines = (data.ratings?.ratings ?? []).flatMap((rating) => rating.lines);
  if (lines.length === 0 || lines.some(({ slope }) => slope !== null)) return undefined;
  return formatMessage({ id: 'Prt_TooFew' }, { needed: RATING_MIN_POINTS, count: Math.max(...lines.map(({ pointCount }) => pointCount)) });
}

function isKnown(value: number | null): boolean {
  return value !== null;
}

function chartsOf(props: ScatterProps, text: WidgetText): WidgetChart[] {
  const { settings } = props;
  const { intl } = text;
  const devices = scatterDevices(props).filter(({ timesMs }) => timesMs.length > 0);
  if (devices.length === 0) return [];
  const [x, y] = [
    unitOf(
      settings.x,
      devices.map((each) => each.x),
      props,
      text,
    ),
    unitOf(
      settings.y,
      devices.map((each) => each.y),
      props,
      text,
    ),
  ];
  const z = settings.z === 'none' ? undefined : signalText(settings.z, intl);
  const shown = devices.map((device) => ({ ...device, ...pointsWhere(device, true) }));
  const left = devices.map((device) => pointsWhere(device, false));
  const lines = scatterLines(devices, props);
  const hasZ = z !== undefined && shown.some((device) => device.z?.some((value) => !Number.isNaN(value)));
  const describe = (series: number, point: number): string[] => {
    const device = shown[series];
    if (!device) return [];
    const value = (title: string, at: number | undefined) => `${title}: ${measuredNumberText(at ?? Number.NaN, intl.locale)}`;
    return [
      device.name,
      timeText(device.timesMs[point] ?? Number.NaN, props, text),
      value(x.title, x.factor * (device.x[point] ?? Number.NaN)),
      value(y.title, y.factor * (device.y[point] ?? Number.NaN)),
      ...(z && device.z ? [value(z.title, device.z[point])] : []),
    ];
  };
  const scaled = (column: Float64Array, factor: number) => (factor === 1 ? column : column.map((value) => value * factor));
  return [
    {
      label: intl.formatMessage({ id: 'Scatter_Label' }, { x: x.title, y: y.title }),
      build: (palette, { scatterOption }) =>
        scatterOption({
          ...{ palette, locale: intl.locale, unit: y.unit, title: y.title, xTitle: x.title, describe },
          density: intl.formatMessage({ id: 'Scatter_Points' }),
          points: shown.map((device) => ({
            ...{ name: device.name, x: scaled(device.x, x.factor), y: scaled(device.y, y.factor) },
            ...(hasZ && device.z && { z: device.z }),
          })),
          ...(hasZ && z && { z: { title: z.name, unit: z.unit } }),
          ...(settings.outliers && {
            excluded: {
              name: intl.formatMessage({ id: 'Scatter_Removed' }),
              x: joinedColumn(left.map((each) => scaled(each.x, x.factor))),
              y: joinedColumn(left.map((each) => scaled(each.y, y.factor))),
            },
          }),
          lines: lines.flatMap((line) => drawn(line, { limits: settings.limits, ratio: y.factor / x.factor, factor: y.factor }, text)),
          facts: factsOf(lines, shown, { ratio: y.factor / x.factor, factor: y.factor, unit: y.unit }, text),
        }),
      choose: (_index, mark) => {
        const { series = -1, point = -1 } = pointOf(mark) ?? {};
        const device = shown[series];
        const timeMs = device?.timesMs[point];
        if (!device || timeMs === undefined) return undefined;
        return { open: studioTarget({ devices: [device.segmentId], signals: [settings.x, settings.y], timeMs, zone: props.page.zone }) };
      },
    },
  ];
}

interface AxisUnit {
  factor: number;
  unit: string;
  title: string;
}

/** The unit of the settings, else one that keeps the numbers short. */
function unitOf(signalId: string, columns: readonly Float64Array[], { settings }: ScatterProps, { intl }: WidgetText): AxisUnit {
  const { name, unit: own } = signalText(signalId, intl);
  const largest = columns.reduce((most, column) => Math.max(most, ...extent(column).map(Math.abs)), 0);
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, largest);
  return { factor, unit, title: unit === '' ? name : `${name}, ${unit}` };
}

const MOMENT = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function timeText(timeMs: number, { page }: ScatterProps, { intl }: WidgetText): string {
  return intl.formatDate(timeMs, { ...MOMENT, timeZone: page.zone });
}

/** A line in the units of the axes, with its limits. */
function drawn(
  line: StatedLine,
  { limits, ratio, factor }: { limits: number; ratio: number; factor: number },
  { intl }: WidgetText,
): ScatterLine[] {
  const { role } = line;
  const shown = {
    ...{ name: lineName(line, intl), role: role === 'prt' ? ('regression' as const) : role },
    ...{ slope: line.slope * ratio, intercept: line.intercept * factor },
  };
  if ((role !== 'regression' && role !== 'prt') || limits === 0) return [shown];
  const share = limits / 100;
  return [
    shown,
    ...[1 - share, 1 + share].map((times) => ({
      ...{ name: `${shown.name} ${times}`, role: 'limit' as const, slope: shown.slope * times, intercept: shown.intercept * times },
    })),
  ];
}

/** Equation in the units of the axes and quality of the regression, and how many points there are. */
export function factsOf(
  lines: readonly StatedLine[],
  shown: readonly Pick<ScatterDevice, 'x'>[],
  { ratio, factor, unit }: { ratio: number; factor: number; unit: string },
  { intl }: WidgetText,
): string[] {
  const count = shown.reduce((sum, { x }) => sum + x.length, 0);
  const points = intl.formatMessage({ id: 'Scatter_Count' }, { count });
  const fitted = lines.find(({ role }) => role === 'regression');
  if (!fitted) return [points];
  const { slope, intercept, r2 } = fitted;
  const sign = intercept < 0 ? '\u2212' : '+';
  const text = (value: number) => measuredNumberText(value, intl.locale);
  return [
    `y = ${text(slope * ratio)} x ${sign} ${[text(Math.abs(intercept * factor)), unit].filter(Boolean).join(' ')}`,
    `R² ${r2 === null ? '\u2014' : text(r2)}, ${points}`,
  ];
}
