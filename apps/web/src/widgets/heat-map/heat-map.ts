import { CELL_PARTS } from '@solvane/charts/options/heat-map';
import { metricDefinition } from '@solvane/contract/metrics';
import type { Resolution } from '@solvane/contract/signal-resolutions';
import type { HeatMapSettings, heatMapOptionalQueries, heatMapQueries } from '@solvane/contract/widgets/heat-map';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { bucketsIn, unitStart } from '@solvane/energy/time/bucket';
import { clockHoursOf } from '@solvane/energy/time/clock-hours';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { type CellStatistic, gridCells } from '@solvane/series/grid-cells';
import { median } from '@solvane/series/quantile';
import { type SeriesColumns, seriesResultOf } from '../../shared/series/series-columns.ts';
import { deviceName } from '../../shared/series/series-points.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetTableRow, WidgetText } from '../../shared/widgets/widget-table.ts';

export type HeatMapProps = WidgetProps<
  CommonSettings & HeatMapSettings,
  ReturnType<typeof heatMapQueries>,
  ReturnType<typeof heatMapOptionalQueries>
>;

export interface HeatCell {
  column: number;
  row: number;
  /** null: no value */
  value: number | null;
  /** Share of the data that is there, 0 to 1. null: not known */
  coverage: number | null;
  isPartial: boolean;
  part: number;
  reason?: string | undefined;
}

export interface HeatColumn {
  label: string;
  startMs: number;
  endMs: number;
}

export interface HeatMap {
  columns: readonly HeatColumn[];
  /** With the device or site behind a row; null: none. */
  rows: readonly { label: string; segmentId: string | null }[];
  cells: readonly HeatCell[];
  unit: string;
  name: string;
}

/** Below this share of data there is no value, up to the other one it is partial. */
const LEAST = 0.5;
const FULL = { fine: 0.8, day: 0.9 } as const;
const HOUR_MS = 3_600_000;
const HOURS = 24;
const CALENDAR: ReadonlySet<Resolution> = new Set<Resolution>(['day', 'week', 'month', 'quarter', 'year']);

/** Rows, columns and cells as the settings name them. */
export function heatMapOf(props: HeatMapProps, text: WidgetText): HeatMap {
  const { metric, axes } = props.settings;
  if (metric !== 'none') return metricMap(props, text);
  return axes === 'hour×day' || axes === 'hour×month' ? hourMap(props, text) : deviceMap(props, text);
}

const MOST_COLUMNS = 29;

/** A column per bucket while these are few, else a row per cell. */
export function heatMapTable(props: HeatMapProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const { columns, rows, cells, unit, name } = heatMapOf(props, text);
  const rowColumn = { id: 'row', header: formatMessage({ id: 'HeatMap_Column_Row' }) };
  const partText = ({ part }: HeatCell) => (part === CELL_PARTS.second ? ` ${formatMessage({ id: 'HeatMap_Again' })}` : '');
  if (columns.length > MOST_COLUMNS)
    return {
      columns: [
        rowColumn,
        { id: 'bucket', header: formatMessage({ id: 'Widget_Column_Period' }) },
        { id: 'value', header: name, unit },
        { id: 'coverage', header: formatMessage({ id: 'HeatMap_Column_Coverage' }), unit: '%', digits: 1 },
      ],
      rows: cells.map((cell) => ({
        id: `${cell.row} ${cell.column} ${cell.part}`,
        values: {
          row: `${rows[cell.row]?.label ?? ''}${partText(cell)}`,
          bucket: columns[cell.column]?.label ?? '',
          value: cell.value,
          coverage: cell.coverage === null ? null : 100 * cell.coverage,
        },
        reason: cell.reason,
      })),
    };
  const lines = [...Map.groupBy(cells, (cell) => `${cell.row}${partText(cell)}`)];
  return {
    columns: [rowColumn, ...columns.map(({ label }, i) => ({ id: `c${i}`, header: label, unit }))],
    rows: lines.map(([id, inLine]): WidgetTableRow => {
      const [first] = inLine;
      const reasons = [...new Set(inLine.flatMap(({ reason }) => reason ?? []))];
      return {
        id,
        values: {
          row: first ? `${rows[first.row]?.label ?? ''}${partText(first)}` : '',
          ...Object.fromEntries(inLine.map(({ column, value }) => [`c${column}`, value])),
        },
        reason: reasons.length > 0 ? reasons.join(', ') : undefined,
      };
    }),
  };
}

/** Devices by time: days and longer by the calendar of each site, hours and finer by the instant. */
function deviceMap({ settings, page, data }: HeatMapProps, { intl }: WidgetText): HeatMap {
  const { signal, relativeTo, level, axes } = settings;
  const devices = devicesAt(page, axes === 'site×day' ? 'sites' : level) ?? [];
  if (!('series' in data.values)) return { ...NOTHING, ...namesOf(settings, intl) };
  const { series, resolution } = seriesResultOf(data.values);
  const isCalendar = CALENDAR.has(resolution);
  const keyOf = (timeMs: number, zone: string) => (isCalendar ? toIsoDate(localDayOf(timeMs, zone)) : String(timeMs));
  const instants = new Map<string, number>();
  for (const one of series) for (const timeMs of one.timesMs) if (timeMs <= page.nowMs) instants.set(keyOf(timeMs, one.timezone), timeMs);
  const keys = [...instants.keys()].sort((a, b) => (isCalendar ? (a < b ? -1 : 1) : Number(a) - Number(b)));
  const columnOf = new Map(keys.map((key, i) => [key, i]));
  const starts = keys.map((key) => instants.get(key) ?? 0);
  const columns = starts.map((startMs, i) => ({
    ...{ label: columnText(startMs, { resolution, zone: page.zone }, intl), startMs },
    endMs: starts[i + 1] ?? startMs + 1,
  }));
  const byDevice = new Map(series.filter(({ signalId }) => signalId === signal).map((one) => [one.segmentId, one]));
  const references = data.reference ? seriesResultOf(data.reference).series : [];
  const referenceOf = new Map(references.map((one) => [one.segmentId, one]));
  const place = (one: SeriesColumns | undefined): Float64Array => {
    const values = new Float64Array(columns.length).fill(Number.NaN);
    one?.timesMs.forEach((timeMs, i) => {
      const column = columnOf.get(keyOf(timeMs, one.timezone));
      if (column !== undefined) values[column] = one.values[i] ?? Number.NaN;
    });
    return values;
  };
  const coverages = (one: SeriesColumns | undefined): Float64Array =>
    place(one?.completeness ? { ...one, values: one.completeness } : undefined);
  const lines = devices.map((device) => {
    const own = byDevice.get(device.segmentId);
    const coverage = coverages(own);
    return { coverage, values: place(own).map((value, i) => ((coverage[i] ?? 1) < LEAST ? Number.NaN : value)) };
  });
  const related = relate(
    lines.map(({ values }) => values),
    {
      relativeTo,
      references: devices.map(({ segmentId }) => heldLast(place(referenceOf.get(segmentId)), relativeTo)),
      kinds: devices.map(({ type, site }) => `${site.siteId} ${type}`),
    },
  );
  const full = isCalendar ? FULL.day : FULL.fine;
  const tooLittle = intl.formatMessage({ id: 'MetricReason_incomplete' });
  return {
    ...namesOf(settings, intl),
    columns,
    rows: devices.map((device) => ({ label: deviceName(device, devices), segmentId: device.segmentId })),
    cells: related.flatMap((values, row) =>
      Array.from(values, (value, column) => {
        const share = lines[row]?.coverage[column] ?? Number.NaN;
        const coverage = Number.isNaN(share) ? null : share;
        const isMissing = Number.isNaN(value);
        const reason = isMissing && coverage !== null && coverage < LEAST ? tooLittle : undefined;
        return {
          ...{ column, row, value: isMissing ? null : value, coverage, part: CELL_PARTS.whole, reason },
          isPartial: !isMissing && coverage !== null && coverage < full,
        };
      }),
    ),
  };
}

const NOTHING = { columns: [], rows: [], cells: [] };

/** Everything together, by the hour of the clock. A day has as many cells as it has hours. */
function hourMap({ settings, page, data }: HeatMapProps, { intl }: WidgetText): HeatMap {
  const names = namesOf(settings, intl);
  if (!('series' in data.values)) return { ...NOTHING, ...names };
  const { axes, signal, statistic } = settings;
  const [series] = seriesResultOf(data.values).series;
  const { zone, period, nowMs } = page;
  const { edgesMs } = bucketsIn({ startMs: period.startMs, endMs: Math.min(period.endMs, nowMs) }, 'hour', zone);
  const startsMs = edgesMs.subarray(0, Math.max(0, edgesMs.length - 1));
  const valueAt = new Map(series ? Array.from(series.timesMs, (timeMs, i) => [timeMs, series.values[i] ?? Number.NaN]) : []);
  const coverageAt = new Map(
    series?.completeness ? Array.from(series.timesMs, (timeMs, i) => [timeMs, series.completeness?.[i] ?? 1]) : [],
  );
  const values = startsMs.map((timeMs) => ((coverageAt.get(timeMs) ?? 1) < LEAST ? Number.NaN : (valueAt.get(timeMs) ?? Number.NaN)));
  const clock = clockHoursOf(startsMs, zone);
  const isByMonth = axes === 'hour×month';
  const spanOf = (day: number) => (isByMonth ? unitStart(day, 'month') : day);
  const spans = [...new Set(Array.from(clock.day, spanOf))];
  const columns = spans.map((span) => {
    const inside = startsMs.filter((_, i) => spanOf(clock.day[i] ?? 0) === span);
    const startMs = inside[0] ?? 0;
    const label = bucketText(startMs, { bucket: isByMonth ? 'month' : 'day', zone }, intl);
    return { label, startMs, endMs: (inside.at(-1) ?? startMs) + HOUR_MS };
  });
  const rows = Array.from({ length: HOURS }, (_, hour) => ({ label: `${String(hour).padStart(2, '0')}:00`, segmentId: null }));
  const column = Array.from(clock.day, (day) => spans.indexOf(spanOf(day)));
  const shared = { ...names, columns, rows };
  if (isByMonth) {
    const grid = gridCells({
      ...{ column, row: clock.hour, values, columns: columns.length, rows: HOURS },
      statistic: statistic === 'default' ? usualStatistic(signal) : statistic,
    });
    const seen = gridCells({ column, row: clock.hour, values: startsMs, columns: columns.length, rows: HOURS, statistic: 'count' }).counts;
    return {
      ...shared,
      cells: Array.from(grid.values, (value, cell) => {
        const coverage = (grid.counts[cell] ?? 0) / (seen[cell] ?? 0);
        const isMissing = Number.isNaN(value) || coverage < LEAST;
        return {
          ...{ column: cell % columns.length, row: Math.floor(cell / columns.length), part: CELL_PARTS.whole },
          ...{ value: isMissing ? null : value, coverage, isPartial: !isMissing && coverage < FULL.day },
        };
      }).filter(({ coverage }) => !Number.isNaN(coverage)),
    };
  }
  const isTwice = new Set(Array.from(clock.isRepeated, (again, i) => (again ? `${clock.day[i]} ${clock.hour[i]}` : '')));
  return {
    ...shared,
    cells: Array.from(values, (value, i) => {
      const share = coverageAt.get(startsMs[i] ?? 0);
      const isFirst = isTwice.has(`${clock.day[i]} ${clock.hour[i]}`);
      return {
        ...{ column: column[i] ?? 0, row: clock.hour[i] ?? 0, value: Number.isNaN(value) ? null : value, coverage: share ?? null },
        isPartial: !Number.isNaN(value) && share !== undefined && share < FULL.fine,
        part: clock.isRepeated[i] ? CELL_PARTS.second : isFirst ? CELL_PARTS.first : CELL_PARTS.whole,
      };
    }),
  };
}

/** Sites by day. */
function metricMap({ settings, page, data }: HeatMapProps, { intl }: WidgetText): HeatMap {
  const { metric, groupBy } = settings;
  if (metric === 'none' || !('groups' in data.values)) return { ...NOTHING, name: '', unit: '' };
  const { rows: values, groups } = data.values;
  const starts = [...new Set(values.flatMap(({ bucketMs }) => bucketMs ?? []))]
    .filter((startMs) => startMs <= page.nowMs)
    .sort((a, b) => a - b);
  const columnOf = new Map(starts.map((startMs, i) => [startMs, i]));
  const rowOf = new Map(groups.map(({ key }, i) => [key, i]));
  const segmentOf = new Map(page.sites.map(({ siteId, siteSegmentId }) => [siteId as string, siteSegmentId as string]));
  return {
    ...{ name: metricText(metric, intl), unit: values[0]?.unit ?? metricDefinition(metric).unit },
    columns: starts.map((startMs, i) => ({
      ...{ label: bucketText(startMs, { bucket: 'day', zone: page.zone }, intl), startMs },
      endMs: starts[i + 1] ?? startMs + 24 * HOUR_MS,
    })),
    rows: groups.map(({ label, siteIds }) => ({
      label: siteGroupText(label, groupBy, intl),
      segmentId: groupBy === 'none' ? (segmentOf.get(siteIds[0] ?? '') ?? null) : null,
    })),
    cells: values.flatMap((row) => {
      const [column, at] = [columnOf.get(row.bucketMs ?? Number.NaN), rowOf.get(row.key)];
      if (column === undefined || at === undefined) return [];
      const { value, coverage, isPartial } = row;
      return [{ column, row: at, value, coverage, isPartial, part: CELL_PARTS.whole, reason: metricReason(row, intl) }];
    }),
  };
}

function namesOf({ signal, relativeTo }: HeatMapSettings, intl: WidgetText['intl']): { name: string; unit: string } {
  const { name, unit } = signalText(signal, intl);
  if (relativeTo === 'none') return { name, unit };
  return { name: `${name}, ${intl.formatMessage({ id: `HeatMap_RelativeTo_${relativeTo}` })}`, unit: '%' };
}

function columnText(startMs: number, { resolution, zone }: { resolution: Resolution; zone: string }, intl: WidgetText['intl']): string {
  const bucket = resolution === 'raw' || resolution === 'auto' || resolution.startsWith('PT') ? 'hour' : resolution;
  return bucketText(startMs, { bucket: bucket as 'hour', zone }, intl);
}

function usualStatistic(signalId: string): CellStatistic {
  const time = findSignalDefinition(signalId)?.timeAggregation;
  return time === 'sum' || time === 'max' || time === 'min' ? time : 'avg';
}

/** A rating holds until it changes. */
function heldLast(values: Float64Array, relativeTo: HeatMapSettings['relativeTo']): Float64Array {
  if (relativeTo !== 'rating') return values;
  let last = values.find((value) => !Number.isNaN(value)) ?? Number.NaN;
  return values.map((value) => (last = Number.isNaN(value) ? last : value));
}

interface References {
  relativeTo: HeatMapSettings['relativeTo'];
  references: readonly Float64Array[];
  /** Devices of one kind are peers. */
  kinds: readonly string[];
}

/** Of the largest value of the peers: below it a difference in percent says nothing, as at night. */
const LEAST_SHARE = 0.02;

/** Values as percent of their reference, or as percent above it. */
function relate(lines: readonly Float64Array[], { relativeTo, references, kinds }: References): readonly Float64Array[] {
  if (relativeTo === 'none') return lines;
  const peers = new Map(
    [...new Set(kinds)].map((kind) => {
      const group = lines.filter((_, row) => kinds[row] === kind);
      const least = LEAST_SHARE * group.reduce((most, line) => line.reduce((high, value) => Math.max(high, Math.abs(value) || 0), most), 0);
      const medians = Float64Array.from({ length: lines[0]?.length ?? 0 }, (_, column) => {
        const middle = median(Float64Array.from(group, (line) => line[column] ?? Number.NaN));
        return middle > least ? middle : Number.NaN;
      });
      return [kind, medians] as const;
    }),
  );
  return lines.map((line, row) =>
    line.map((value, column) => {
      const reference = (relativeTo === 'peers' ? peers.get(kinds[row] ?? '') : references[row])?.[column] ?? Number.NaN;
      if (!(reference > 0)) return Number.NaN;
      return relativeTo === 'rating' ? (100 * value) / reference : 100 * (value / reference - 1);
    }),
  );
}
