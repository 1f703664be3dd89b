import type { DistributionSettings, distributionOptionalQueries, distributionQueries } from '@solvane/contract/widgets/distribution';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { unitStart } from '@solvane/energy/time/bucket';
import { clockHoursOf } from '@solvane/energy/time/clock-hours';
import { dayStart } from '@solvane/energy/time/local-day';
import { type BoxStatistics, boxStatistics } from '@solvane/series/box-statistics';
import { durationCurve } from '@solvane/series/duration-curve';
import { histogramCounts, histogramEdges } from '@solvane/series/histogram';
import { seriesResultOf } from '../../shared/series/series-columns.ts';
import { intervalOf } from '../../shared/series/series-plots.ts';
import { deviceName } from '../../shared/series/series-points.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type DistributionProps = WidgetProps<
  CommonSettings & DistributionSettings,
  ReturnType<typeof distributionQueries>,
  ReturnType<typeof distributionOptionalQueries>
>;

/** Values of one signal of one device. */
export interface Sample {
  id: string;
  name: string;
  segmentId: string;
  siteName: string;
  signalId: string;
  timesMs: Float64Array;
  values: Float64Array;
  /** Of one interval. */
  stepHours: number;
}

export interface HistogramPart {
  sample: Sample;
  /** Values per bin. */
  counts: Float64Array;
}

export interface BoxPart {
  name: string;
  box: BoxStatistics;
}

/** Samples of one unit: they share a picture. */
export function samplesByUnit(props: DistributionProps, { intl }: WidgetText): Map<string, Sample[]> {
  return Map.groupBy(samplesOf(props, intl), ({ signalId }) => signalText(signalId, intl).unit);
}

/** Samples of one unit with the same bins. */
export function histogramOf(samples: readonly Sample[], bins: number | null): { edges: Float64Array; parts: HistogramPart[] } {
  const edges = histogramEdges(joined(samples.map(({ values }) => values)), bins ?? 'auto');
  return { edges, parts: samples.map((sample) => ({ sample, counts: histogramCounts(sample.values, edges) })) };
}

/** Counts as the settings show them. */
export function shareOf({ sample, counts }: HistogramPart, share: DistributionSettings['share']): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const factor = share === 'count' ? 1 : share === 'hours' ? sample.stepHours : total > 0 ? 100 / total : 0;
  return counts.map((count) => count * factor);
}

/** Boxes by device, site, local month or hour of the clock. */
export function boxesOf(
  samples: readonly Sample[],
  by: DistributionSettings['boxBy'],
  { zone, intl }: { zone: string; intl: WidgetText['intl'] },
): BoxPart[] {
  if (by === 'device' || by === 'site') {
    const groups = Map.groupBy(samples, ({ segmentId, siteName }) => (by === 'site' ? siteName : segmentId));
    return [...groups.values()].map((group) => ({
      name: (by === 'site' ? group[0]?.siteName : group[0]?.name) ?? '',
      box: boxStatistics(joined(group.map(({ values }) => values))),
    }));
  }
  const groups = new Map<number, number[]>();
  for (const { timesMs, values } of samples) {
    const { day, hour } = clockHoursOf(timesMs, zone);
    values.forEach((value, i) => {
      const key = by === 'hour' ? (hour[i] ?? 0) : unitStart(day[i] ?? 0, 'month');
      const group = groups.get(key) ?? [];
      if (group.length === 0) groups.set(key, group);
      group.push(value);
    });
  }
  const nameOf = (key: number) =>
    by === 'hour' ? String(key).padStart(2, '0') : bucketText(dayStart(key, zone), { bucket: 'month', zone }, intl);
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([key, values]) => ({ name: nameOf(key), box: boxStatistics(Float64Array.from(values)) }));
}

/** Bins, curve or boxes as a table. */
export function distributionTable(props: DistributionProps, text: WidgetText): WidgetTable {
  const { kind } = props.settings;
  if (kind === 'box') return boxTable(props, text);
  return kind === 'duration' ? durationTable(props, text) : histogramTable(props, text);
}

const NAME = (intl: WidgetText['intl']) => ({ id: 'name', header: intl.formatMessage({ id: 'Distribution_Column_Name' }) });

function histogramTable(props: DistributionProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const rows = [...samplesByUnit(props, text).values()].flatMap((samples) => {
    const { edges, parts } = histogramOf(samples, props.settings.bins);
    return parts.flatMap((part) => {
      const [hours, percent] = [shareOf(part, 'hours'), shareOf(part, 'percent')];
      return Array.from(part.counts, (count, bin) => ({
        id: `${part.sample.id} ${bin}`,
        values: {
          name: part.sample.name,
          ...{ from: edges[bin] ?? null, to: edges[bin + 1] ?? null, hours: hours[bin] ?? null, percent: percent[bin] ?? null, count },
        },
      }));
    });
  });
  const unit = commonUnit(props, text);
  return {
    columns: [
      NAME(text.intl),
      { id: 'from', header: formatMessage({ id: 'Distribution_Column_From' }), unit },
      { id: 'to', header: formatMessage({ id: 'Distribution_Column_To' }), unit },
      { id: 'hours', header: formatMessage({ id: 'Distribution_Share_hours' }), unit: 'h', digits: 1 },
      { id: 'percent', header: formatMessage({ id: 'Distribution_Share_percent' }), unit: '%', digits: 2 },
      { id: 'count', header: formatMessage({ id: 'Distribution_Share_count' }), unit: '', digits: 0 },
    ],
    rows,
  };
}

/** Of the table: every fifth part of a hundred. */
const DURATION_POINTS = 101;

function durationTable(props: DistributionProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const rows = [...samplesByUnit(props, text).values()].flat().flatMap(({ id, name, values }) => {
    const { share, value } = durationCurve(values, DURATION_POINTS);
    return Array.from(share, (each, i) => ({ id: `${id} ${i}`, values: { name, percent: 100 * each, value: value[i] ?? null } }));
  });
  return {
    columns: [
      NAME(text.intl),
      { id: 'percent', header: formatMessage({ id: 'Distribution_Time' }), unit: '%', digits: 0 },
      { id: 'value', header: formatMessage({ id: 'Distribution_Column_Value' }), unit: commonUnit(props, text) },
    ],
    rows,
  };
}

function boxTable(props: DistributionProps, text: WidgetText): WidgetTable {
  const { intl } = text;
  const { page, settings } = props;
  const unit = commonUnit(props, text);
  const rows = [...samplesByUnit(props, text)].flatMap(([ofUnit, samples]) =>
    boxesOf(samples, settings.boxBy, { zone: page.zone, intl }).map(({ name, box: { count, p5, p25, median, mean, p75, p95 } }, i) => ({
      id: `${ofUnit} ${i}`,
      values: {
        name,
        count,
        ...Object.fromEntries(Object.entries({ p5, p25, median, mean, p75, p95 }).map(([id, value]) => [id, known(value)])),
      },
    })),
  );
  return {
    columns: [
      NAME(intl),
      { id: 'count', header: 'n', unit: '', digits: 0 },
      { id: 'p5', header: 'p5', unit },
      { id: 'p25', header: 'p25', unit },
      { id: 'median', header: intl.formatMessage({ id: 'Distribution_Median' }), unit },
      { id: 'mean', header: intl.formatMessage({ id: 'Distribution_Mean' }), unit },
      { id: 'p75', header: 'p75', unit },
      { id: 'p95', header: 'p95', unit },
    ],
    rows,
  };
}

/** Of all samples; none where they differ. */
function commonUnit({ settings }: DistributionProps, { intl }: WidgetText): string {
  const units = new Set(settings.signals.map((signalId) => signalText(signalId, intl).unit));
  return units.size === 1 ? ([...units][0] ?? '') : '';
}

function samplesOf({ settings, page, data }: DistributionProps, intl: WidgetText['intl']): Sample[] {
  const devices = devicesAt(page, settings.level) ?? [];
  const { series } = seriesResultOf(data.values);
  const isOneSignal = settings.signals.length === 1;
  return devices.flatMap((device) =>
    settings.signals.flatMap((signalId): Sample[] => {
      const one = series.find((each) => each.segmentId === device.segmentId && each.signalId === signalId);
      if (!one) return [];
      const values = settings.excludeEvents
        ? withoutEvents(one, eventsOf(data.lanes, [device.segmentId, device.site.siteSegmentId]))
        : one.values;
      if (!values.some((value) => !Number.isNaN(value))) return [];
      const name = deviceName(device, devices);
      const own = { segmentId: device.segmentId as string, siteName: device.site.name, signalId, timesMs: one.timesMs, values };
      return [
        {
          id: `${device.segmentId} ${signalId}`,
          name: isOneSignal ? name : `${name}, ${signalText(signalId, intl).name}`,
          stepHours: intervalOf(one.timesMs) / 3_600_000,
          ...own,
        },
      ];
    }),
  );
}

type Span = readonly [startMs: number, endMs: number];

function eventsOf(lanes: DistributionProps['data']['lanes'], segmentIds: readonly string[]): Span[] {
  return (lanes?.lanes ?? [])
    .filter(({ segmentId }) => segmentIds.includes(segmentId))
    .flatMap(({ bars }) => bars.map(({ startMs, endMs }) => [startMs, endMs] as const));
}

/** Values of intervals without an event. */
function withoutEvents({ timesMs, values }: { timesMs: Float64Array; values: Float64Array }, events: readonly Span[]): Float64Array {
  const stepMs = intervalOf(timesMs);
  const isDisturbed = (timeMs: number) => events.some(([startMs, endMs]) => startMs < timeMs + stepMs && endMs > timeMs);
  return values.map((value, i) => (isDisturbed(timesMs[i] ?? 0) ? Number.NaN : value));
}

function joined(columns: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    out.set(column, at);
    at += column.length;
  }
  return out;
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
