import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import { isPlace, type PeriodTableSettings, periodTableQueries, type TableDimension } from '@solvane/contract/widgets/period-table';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type PeriodTableProps = WidgetProps<CommonSettings & PeriodTableSettings, ReturnType<typeof periodTableQueries>>;

/** One row or column: what its cells have in common. */
interface Line {
  id: string;
  label: string;
  unit?: string;
  /** Whether a number stands in it; totals have all of the other dimension. */
  holds: (row: MetricRow) => boolean;
}

const TOTAL = 'total';

/** Numbers as they came: totals too, never added here. */
export function periodTable(props: PeriodTableProps, { intl }: WidgetText): WidgetTable {
  const { settings, data } = props;
  const cells = [...data.cells.rows, ...(hasPlaces(settings) ? [] : data.cells.totals)];
  const whole = data.whole ? [...data.whole.rows, ...(hasPlaces(settings) ? [] : data.whole.totals)] : [];
  const ofAll = settings.totals && hasPlaces(settings) ? [...data.cells.totals, ...(data.whole?.totals ?? [])] : [];
  const columns = linesOf(settings.columns, props, intl);
  const rows = linesOf(settings.rows, props, intl);
  const only = firstUnit(cells);
  const all = [...cells, ...whole, ...ofAll];
  const find = (row: Line, column: Line) => all.find((cell) => row.holds(cell) && column.holds(cell));
  return {
    columns: [
      { id: 'name', header: '' },
      ...columns.map(({ id, label, unit }) => ({ id, header: label, unit: unit ?? (settings.rows === 'metric' ? '' : only) })),
    ],
    rows: rows.map((row) => {
      const found = columns.map((column) => [column.id, find(row, column)] as const);
      const reasons = found.flatMap(([, cell]) => (cell ? (metricReason(cell, intl) ?? []) : []));
      return {
        id: row.id,
        values: {
          name: row.unit ? `${row.label} [${row.unit}]` : row.label,
          ...Object.fromEntries(found.map(([id, cell]) => [id, cell?.value ?? null])),
        },
        reason: [...new Set(reasons)].join('\n') || undefined,
      };
    }),
  };
}

function linesOf(dimension: TableDimension, props: PeriodTableProps, intl: WidgetText['intl']): Line[] {
  const { settings, data } = props;
  if (dimension === 'metric') return metricLines(props, intl);
  const total = (holds: Line['holds']): Line[] =>
    settings.totals ? [{ id: TOTAL, label: intl.formatMessage({ id: 'PeriodTable_Total' }), holds }] : [];
  if (dimension === 'period') {
    const { body } = periodTableQueries(settings, props.page).cells;
    const starts = [...new Set([...data.cells.rows, ...data.cells.totals].flatMap(({ bucketMs }) => bucketMs ?? []))].sort((a, b) => a - b);
    const text = (startMs: number) => (body.by === 'none' ? '' : bucketText(startMs, { bucket: body.by, zone: data.cells.timezone }, intl));
    return [
      ...starts.map((startMs): Line => ({ id: String(startMs), label: text(startMs), holds: ({ bucketMs }) => bucketMs === startMs })),
      ...total(({ bucketMs }) => bucketMs === null),
    ];
  }
  return [
    ...data.cells.groups.map(
      ({ key, label }): Line => ({
        id: `group ${key}`,
        label: label || intl.formatMessage({ id: 'Widget_Group_NotSet' }),
        holds: (row) => row.key === key,
      }),
    ),
    ...total(({ key }) => key === ''),
  ];
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

function hasPlaces({ rows, columns }: PeriodTableSettings): boolean {
  return isPlace(rows) || isPlace(columns);
}

function firstUnit(cells: readonly MetricRow[]): string {
  return cells[0]?.unit ?? '';
}
