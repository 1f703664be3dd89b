import type { SegmentId } from '@solvane/contract/ids';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricBucket, MetricRow } from '@solvane/contract/metric-values';
import {
  isPlace,
  MOST_COLUMNS,
  MOST_ROWS,
  type PeriodTableSettings,
  type periodTableQueries,
  type TableDimension,
  tableBucket,
} from '@solvane/contract/widgets/period-table';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { addUnits } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import { bucketPeriod, bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import type { WidgetChoice } from '../../shared/widgets/widget-target.ts';

export type PeriodTableProps = WidgetProps<CommonSettings & PeriodTableSettings, ReturnType<typeof periodTableQueries>>;

/** One row or column: what its cells have in common. */
export interface Line {
  id: string;
  label: string;
  /** Of a metric; of others the cells have units of their own. */
  unit?: string;
  /** What the page shows when its head is chosen. */
  choice?: WidgetChoice | undefined;
  /** Its period has not ended. */
  isToDate?: boolean;
  isTotal?: boolean;
  /** Where its numbers are of; absent: of everything together. */
  segmentId?: SegmentId | undefined;
  startMs?: number;
  /** Whether a number belongs to it; totals have all of the other dimension. */
  holds: (row: MetricRow) => boolean;
}

export interface PeriodTable {
  columns: readonly Line[];
  rows: readonly Line[];
  /** Of them all, those beyond the most that are shown included; totals are not counted. */
  columnCount: number;
  rowCount: number;
  /** undefined: there is none */
  cellOf: (row: Line, column: Line) => MetricRow | undefined;
}

const TOTAL = 'total';

/** Numbers as they came: totals too, never added here. */
export function periodTableOf(props: PeriodTableProps, { intl }: WidgetText): PeriodTable {
  const { settings, data } = props;
  const ofPlaces = [settings.rows, settings.columns].some(isPlace);
  const all = [
    ...[...data.cells.rows, ...(data.whole?.rows ?? [])],
    ...(settings.totals || !ofPlaces ? [...data.cells.totals, ...(data.whole?.totals ?? [])] : []),
  ];
  const byPlace = Map.groupBy(all, keyOf);
  const [columns, rows] = [linesOf(settings.columns, props, intl), linesOf(settings.rows, props, intl)];
  // The newest periods are the last ones; of others the first ones are shown.
  const cut = (lines: readonly Line[], most: number, dimension: TableDimension) => {
    const [own, totals] = [lines.filter(({ isTotal }) => !isTotal), lines.filter(({ isTotal }) => isTotal)];
    return { count: own.length, shown: [...(dimension === 'period' ? own.slice(-most) : own.slice(0, most)), ...totals] };
  };
  const [shownColumns, shownRows] = [cut(columns, MOST_COLUMNS, settings.columns), cut(rows, MOST_ROWS, settings.rows)];
  return {
    columns: shownColumns.shown,
    rows: shownRows.shown,
    columnCount: shownColumns.count,
    rowCount: shownRows.count,
    cellOf: (row, column) => {
      const keys = cellKeys(row, column);
      return keys.flatMap((key) => byPlace.get(key) ?? []).find((cell) => row.holds(cell) && column.holds(cell));
    },
  };
}

/** Cells are looked up by their place and period: there may be thirty thousand. */
function keyOf({ key, bucketMs }: MetricRow): string {
  return `${bucketMs ?? ''} ${key}`;
}

function cellKeys(row: Line, column: Line): string[] {
  const startMs = row.startMs ?? column.startMs;
  const place = [row, column].find(({ id }) => id.startsWith(PLACE));
  return [`${startMs ?? ''} ${place?.id.slice(PLACE.length) ?? ''}`];
}

const PLACE = 'group ';

export function periodTable(props: PeriodTableProps, text: WidgetText): WidgetTable {
  const { intl } = text;
  const { columns, rows, cellOf } = periodTableOf(props, text);
  const only = props.data.cells.rows[0]?.unit ?? props.data.cells.totals[0]?.unit ?? '';
  return {
    columns: [
      { id: 'name', header: '' },
      ...columns.map(({ id, unit, choice, ...line }) => ({
        id,
        header: lineText(line, intl),
        unit: unit ?? (props.settings.rows === 'metric' ? '' : only),
        choice,
      })),
    ],
    rows: rows.map((row) => {
      const found = columns.map((column) => [column.id, cellOf(row, column)] as const);
      const reasons = found.flatMap(([, cell]) => (cell ? (metricReason(cell, intl) ?? []) : []));
      return {
        id: row.id,
        choice: row.choice,
        values: {
          name: row.unit ? `${row.label} [${row.unit}]` : lineText(row, intl),
          ...Object.fromEntries(found.map(([id, cell]) => [id, cell?.value ?? null])),
        },
        reason: [...new Set(reasons)].join('\n') || undefined,
      };
    }),
  };
}

/** The name of a row or column; a period that has not ended says so. */
export function lineText({ label, isToDate }: Pick<Line, 'label' | 'isToDate'>, { formatMessage }: WidgetText['intl']): string {
  return isToDate ? formatMessage({ id: 'Widget_ToDate' }, { period: label }) : label;
}

function linesOf(dimension: TableDimension, props: PeriodTableProps, intl: WidgetText['intl']): Line[] {
  const { settings } = props;
  if (dimension === 'metric') return metricLines(props, intl);
  const total = (holds: Line['holds']): Line[] =>
    settings.totals ? [{ id: TOTAL, label: intl.formatMessage({ id: 'PeriodTable_Total' }), isTotal: true, holds }] : [];
  if (dimension === 'period') return [...periodLines(props, intl), ...total(({ bucketMs }) => bucketMs === null)];
  return [...placeLines(dimension, props, intl), ...total(({ key }) => key === '')];
}

function periodLines({ settings, page, data }: PeriodTableProps, intl: WidgetText['intl']): Line[] {
  const bucket = tableBucket(settings, page);
  const zone = data.cells.timezone;
  if (bucket === 'none') return [];
  const starts = [...new Set([...data.cells.rows, ...data.cells.totals].flatMap(({ bucketMs }) => bucketMs ?? []))].sort((a, b) => a - b);
  return starts.map((startMs) => ({
    id: String(startMs),
    label: bucketText(startMs, { bucket, zone }, intl),
    startMs,
    isToDate: startMs <= page.nowMs && page.nowMs < bucketEndMs(startMs, bucket, zone),
    ...(bucket !== 'hour' && { choice: { period: bucketPeriod(startMs, { bucket, zone }) } }),
    holds: ({ bucketMs }) => bucketMs === startMs,
  }));
}

const HOUR_MS = 3_600_000;

function bucketEndMs(startMs: number, bucket: Exclude<MetricBucket, 'none'>, zone: string): number {
  return bucket === 'hour' ? startMs + HOUR_MS : dayStart(addUnits(localDayOf(startMs, zone), bucket, 1), zone);
}

function placeLines(dimension: TableDimension, { page, data }: PeriodTableProps, intl: WidgetText['intl']): Line[] {
  const segmentOf = new Map(page.sites.map(({ siteId, siteSegmentId }) => [siteId, siteSegmentId]));
  const hasSeveral = page.sites.length > 1;
  return data.cells.groups.map(({ key, label, siteIds, segmentId }) => {
    const [siteId] = siteIds;
    const own = dimension === 'device' ? segmentId : dimension === 'site' && siteId !== undefined ? segmentOf.get(siteId) : undefined;
    const site = dimension === 'device' && hasSeveral ? page.sites.find((each) => each.siteId === siteId) : undefined;
    const name = siteGroupText(label, dimension, intl);
    return {
      id: `${PLACE}${key}`,
      label: site && site.name !== name ? `${site.name} ${name}` : name,
      ...(own && { segmentId: own, choice: { focus: own } }),
      holds: (row) => row.key === key,
    };
  });
}

/** Of money one for each currency. */
function metricLines({ settings, data }: PeriodTableProps, intl: WidgetText['intl']): Line[] {
  const all = [...data.cells.rows, ...data.cells.totals];
  return [...new Set(settings.metrics)].flatMap((metricId) => {
    const found = new Map(all.flatMap((row) => (row.metricId === metricId ? [[row.currency, row.unit] as const] : [])));
    const priced = [...found].filter(([currency]) => currency !== null);
    return (priced.length > 0 ? priced : [...found]).map(([currency, unit]) => metricLine(metricId, { currency, unit }, intl));
  });
}

function metricLine(
  metricId: PeriodMetricId,
  { currency, unit }: { currency: string | null; unit: string },
  intl: WidgetText['intl'],
): Line {
  const isOwn = (row: MetricRow) => row.metricId === metricId && (currency === null || row.currency === currency);
  return { id: `${metricId} ${currency ?? ''}`, label: metricText(metricId, intl), unit, holds: isOwn };
}
