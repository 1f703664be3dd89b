import { PALETTE_SIZE, type TimeSeriesLine, type TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { coarsestMs } from '@solvane/contract/widgets/fleet-power';
import type { TimeSeriesSettings, timeSeriesOptionalQueries, timeSeriesQueries } from '@solvane/contract/widgets/time-series';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { WidgetResult } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { withShape, withSharedAxes } from '../../shared/series/plot-look.ts';
import { type SeriesColumns, seriesResultOf } from '../../shared/series/series-columns.ts';
import { colourKeys, intervalOf, type PlotsRequest, seriesPlots } from '../../shared/series/series-plots.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type TimeSeriesProps = WidgetProps<
  CommonSettings & TimeSeriesSettings,
  { series: NonNullable<ReturnType<typeof timeSeriesQueries>['series']> | null },
  ReturnType<typeof timeSeriesOptionalQueries>
>;

/** Of quantities in a title. */
const MOST_NAMES = 2;

/** Names and colours of the lines. */
type SeriesTexts = Pick<PlotsRequest, 'signals' | 'siteName' | 'calcTypeName' | 'periodsBackName' | 'colours' | 'colourBy'>;

/** Quantities of signals for a title: the first two, and how many more. */
export function quantityNames(signals: TimeSeriesSettings['signals'], { intl }: Pick<WidgetText, 'intl'>): string {
  const messages: Readonly<Record<string, unknown>> = intl.messages;
  const names = signals.map((signalId) => {
    const [apCode = signalId] = signalId.split('||');
    const text = messages[`Signal_${apCode}`];
    return typeof text === 'string' ? text : (findSignalDefinition(signalId)?.name ?? apCode);
  });
  const distinct = [...new Set(names)];
  return [...distinct.slice(0, MOST_NAMES), ...(distinct.length > MOST_NAMES ? [`+${distinct.length - MOST_NAMES}`] : [])].join(', ');
}

/** Names in the language of the user; a device is named with its site where there are several. */
export function seriesTexts(props: Pick<TimeSeriesProps, 'settings' | 'page' | 'data'>, { intl }: Pick<WidgetText, 'intl'>): SeriesTexts {
  const { settings, page } = props;
  const messages: Readonly<Record<string, unknown>> = intl.messages;
  const textOr = (key: string, otherwise: string): string => {
    const text = messages[key];
    return typeof text === 'string' ? text : otherwise;
  };
  const signals = settings.signals.flatMap((signalId) => {
    const definition = findSignalDefinition(signalId);
    return definition
      ? [[signalId as string, { ...definition, name: textOr(`Signal_${definition.apCode}`, definition.name) }] as const]
      : [];
  });
  const siteOf = new Map((devicesAt(page, settings.level) ?? []).map(({ segmentId, type, site }) => [segmentId as string, { type, site }]));
  const hasSeveral = page.sites.length > 1;
  return {
    signals: new Map(signals),
    siteName: ({ segmentId }) => {
      const device = siteOf.get(segmentId ?? '');
      return hasSeveral && device && device.type !== 'Site' ? device.site.name : null;
    },
    calcTypeName: (calcType) => textOr(`CalcType_${calcType}`, calcType),
    periodsBackName: (count) =>
      intl.formatMessage({ id: settings.comparison === 'previousYear' ? 'TimeSeries_YearsBack' : 'TimeSeries_PeriodsBack' }, { count }),
    colours: props.data.series ? coloursOf(props) : new Map(),
    colourBy: settings.color,
  };
}

/** Plots of a response in the settings of the widget: one for each unit, in the order of its axes where it has some. */
export function timeSeriesPlots(props: TimeSeriesProps, text: Pick<WidgetText, 'intl'>): TimeSeriesPlot[] {
  const { settings, data } = props;
  if (!data.series) return [];
  const texts = seriesTexts(props, text);
  const { series } = seriesResultOf(data.series);
  const all = seriesPlots({ ...texts, series, bucketMs: null });
  const plots = settings.axes.length === 0 ? all : settings.axes.flatMap(({ unit }) => all.filter(({ id }) => id === unit));
  const drawn = plots.map((plot, index) => furnished(plot, { settings, data, isFirst: index === 0 }));
  const axes = settings.axes.flatMap(({ unit, side }) => (side === 'own' ? [] : [{ unit, side }]));
  return [...withSharedAxes(withShape(drawn, settings.chart), axes)];
}

/** Units of the response that no axis of the settings takes. */
export function unitsWithoutAxis({ settings, data }: Pick<TimeSeriesProps, 'settings' | 'data'>): string[] {
  if (settings.axes.length === 0 || !data.series) return [];
  const units = new Set(seriesResultOf(data.series).series.map(({ unit }) => unit));
  return [...units].filter((unit) => settings.axes.every((axis) => axis.unit !== unit));
}

function furnished(
  plot: TimeSeriesPlot,
  { settings, data, isFirst }: Pick<TimeSeriesProps, 'settings' | 'data'> & { isFirst: boolean },
): TimeSeriesPlot {
  const { chart, lostArea, qualityMarks, yLines } = settings;
  const axis = settings.axes.find(({ unit }) => unit === plot.id);
  const measured = plot.lines.filter(({ stroke }) => stroke === 'series');
  const expected = plot.lines.filter(({ stroke }) => stroke === 'expected');
  const isPair = measured.length === 1 && expected.length === 1;
  const lines = plot.lines.map(
    (line): TimeSeriesLine => ({
      ...line,
      // One measured line against its expectation is ink; what is compared keeps its colour.
      ...(isPair && line.stroke === 'series' && chart !== 'stacked' && { stroke: 'actual' as const, colour: null }),
      ...(isPair && line.stroke === 'expected' && { colour: null }),
    }),
  );
  const band = isFirst && data.peers ? bandOf(data.peers) : undefined;
  return {
    ...plot,
    fromZero: axis?.fromZero === true || plot.fromZero,
    ...(axis && { range: { min: axis.min, max: axis.max } }),
    lines,
    ...(isFirst && yLines.length > 0 && { limits: yLines }),
    ...(qualityMarks && { hasPartialMarks: true }),
    ...(lostArea && isPair && { lost: [spanOf(lines)] }),
    ...(band && { band }),
  };
}

function spanOf(lines: readonly TimeSeriesLine[]): { startMs: number; endMs: number } {
  const starts = lines.map(({ timesMs }) => timesMs[0] ?? Number.POSITIVE_INFINITY);
  const ends = lines.map(({ timesMs, stepMs }) => (timesMs.at(-1) ?? Number.NEGATIVE_INFINITY) + stepMs);
  return { startMs: Math.min(...starts), endMs: Math.max(...ends) };
}

/** What devices like those on screen have; a gap where fewer than three have a value. */
function bandOf({ timesMs, low, high }: WidgetResult<'peers'>): TimeSeriesPlot['band'] | undefined {
  if (timesMs.length === 0) return undefined;
  const times = Float64Array.from(timesMs);
  const edge = (id: string, values: readonly (number | null)[]): TimeSeriesLine => ({
    ...{ id, label: '', detail: '', low: null, high: null, completeness: null, shape: 'line', stroke: 'series', colour: null },
    stepMs: intervalOf(times),
    timesMs: times,
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
  });
  return { low: edge('peers low', low), high: edge('peers high', high) };
}

/** Colour numbers in the order of the lines. */
function coloursOf({ settings, data }: Pick<TimeSeriesProps, 'settings' | 'data'>): ReadonlyMap<string, number> {
  const { series } = seriesResultOf(data.series);
  return new Map(colourKeys(series, settings.color).map((key, index) => [key, index % PALETTE_SIZE]));
}

/** One row for each instant, one column for each line; last the share of each interval that has data. */
export function timeSeriesTable(props: TimeSeriesProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const texts = seriesTexts(props, text);
  if (!props.data.series) return { columns: [], rows: [] };
  // Lines as they are, without what only the picture has.
  const plots = seriesPlots({ ...texts, series: seriesResultOf(props.data.series).series, bucketMs: null });
  const lines = plots.flatMap(({ id: unit, lines: own }) => own.map((line) => ({ ...line, unit })));
  const byLine = lines.map(({ timesMs }) => new Map(Array.from(timesMs, (timeMs, index) => [timeMs, index])));
  const annotations = props.data.annotations?.items ?? [];
  const times = [...new Set(lines.flatMap(({ timesMs }) => [...timesMs]))].sort((a, b) => a - b);
  return {
    columns: [
      { id: 'time', header: formatMessage({ id: 'Chart_Table_Time' }, { zone: props.page.zone }), isTime: true },
      ...lines.map(({ id, label, detail, unit }) => ({ id, header: [label, detail].filter(Boolean).join(', '), unit })),
      { id: 'quality', header: formatMessage({ id: 'TimeSeries_Column_Quality' }), unit: '%', digits: 0 },
      ...(annotations.length > 0 ? [{ id: 'annotations', header: formatMessage({ id: 'DataStudio_Annotations' }) }] : []),
    ],
    rows: times.map((time) => {
      const indices = byLine.map((line) => line.get(time));
      const shares = lines.flatMap(({ completeness }, at) => completeness?.[indices[at] ?? -1] ?? []);
      return {
        id: String(time),
        values: {
          time,
          ...Object.fromEntries(lines.map(({ id, values }, at) => [id, known(values[indices[at] ?? -1])])),
          quality: shares.length === 0 ? null : Math.min(...shares) * 100,
          ...(annotations.length > 0 && {
            annotations: annotations.flatMap(({ startMs, endMs, text: note }) => (startMs <= time && time < endMs ? note : [])).join('; '),
          }),
        },
      };
    }),
  };
}

/** Devices without a value, or how late all of them are while the period goes on. */
export function timeSeriesState({ settings, page, data }: TimeSeriesProps): WidgetState {
  if (!data.series) return {};
  const { series } = seriesResultOf(data.series);
  const measured = series.filter(({ periodsBack, signalId }) => periodsBack === 0 && !signalId.includes('||Expected'));
  const newestMs = Math.max(...measured.map(endOfData));
  const ageMs = page.nowMs - newestMs;
  if (page.nowMs < page.period.endMs && Number.isFinite(ageMs) && ageMs > silentAfterMs(coarsestMs(page.sites))) return { staleMs: ageMs };
  const devices = settings.aggregate === 'device' ? (devicesAt(page, settings.level) ?? []) : [];
  const withData = new Set(measured.filter((one) => Number.isFinite(endOfData(one))).map(({ segmentId }) => segmentId as string));
  const missing = devices.filter(({ segmentId }) => !withData.has(segmentId)).map(({ name }) => name);
  // A signal that no device has is named in place of the picture.
  return withData.size === 0 ? {} : { partial: { have: devices.length - missing.length, of: devices.length, missing } };
}

function endOfData({ timesMs, values }: SeriesColumns): number {
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return last < 0 ? Number.NEGATIVE_INFINITY : (timesMs[last] ?? Number.NEGATIVE_INFINITY) + intervalOf(timesMs);
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
