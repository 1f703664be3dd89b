import type { MetricRow } from '@solvane/contract/metric-values';
import type { CalendarSettings, calendarQueries } from '@solvane/contract/widgets/calendar';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { dayBounds, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type CalendarProps = WidgetProps<CommonSettings & CalendarSettings, ReturnType<typeof calendarQueries>>;

const HOUR_MS = 3_600_000;

export interface MetricDay {
  /** `2026-11-20` */
  day: string;
  /** null: missing, or it does not exist */
  row: MetricRow | null;
}

/** Every day from the first one asked for to today. Of money the currency with the most capacity behind it. */
export function daysOf({ data: { days }, page }: Pick<CalendarProps, 'data' | 'page'>): MetricDay[] {
  const currency = days.totals[0]?.currency ?? null;
  const own = days.totals.filter((row) => row.currency === currency && row.bucketMs !== null);
  const byDay = new Map(own.map((row) => [toIsoDate(localDayOf(row.bucketMs ?? 0, days.timezone)), row]));
  const first = parseIsoDate([...byDay.keys()].sort()[0] ?? '');
  if (first === undefined) return [];
  const today = localDayOf(page.nowMs, page.zone);
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, index) => {
    const day = toIsoDate(first + index);
    return { day, row: byDay.get(day) ?? null };
  });
}

/** What colours a day: its value, or on a diverging scale its difference from the reference. null: none */
export function colouredValue(row: MetricRow | null, { scale, reference }: CalendarSettings): number | null {
  if (scale === 'sequential' || reference === 'none') return row?.value ?? null;
  return row?.compared?.amount ?? null;
}

/** Ends of the scale: those of the settings, else what the values need; a diverging one is as long to both sides. */
export function scaleOf(values: readonly number[], { scale, from, to }: Pick<CalendarSettings, 'scale' | 'from' | 'to'>) {
  const largest = Math.max(0, ...values.map(Math.abs));
  if (scale === 'diverging') return { kind: scale, from: from ?? -largest, to: to ?? largest };
  return { kind: scale, from: from ?? Math.min(0, ...values), to: to ?? Math.max(0, ...values) };
}

/** Dates are local: the row of a day says how many hours it has. */
export function calendarTable(props: CalendarProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const { metric, reference } = props.settings;
  const days = daysOf(props);
  const unit = days.find(({ row }) => row !== null)?.row?.unit ?? '';
  const name = metricText(metric, intl);
  const isCompared = reference !== 'none';
  return {
    columns: [
      { id: 'day', header: formatMessage({ id: 'Calendar_Column_Day' }) },
      { id: 'value', header: name, unit },
      ...(isCompared
        ? [
            {
              id: 'difference',
              header: formatMessage({ id: 'Widget_Column_Difference' }, { metric: name }),
              unit: unit === '%' ? 'pp' : '%',
            },
          ]
        : []),
      { id: 'hours', header: formatMessage({ id: 'Calendar_Column_Hours' }), unit: 'h' },
      { id: 'coverage', header: formatMessage({ id: 'Calendar_Column_Coverage' }), unit: '%' },
    ],
    rows: days.map(({ day, row }) => {
      const { startMs, endMs } = dayBounds(parseIsoDate(day) ?? 0, props.data.days.timezone);
      const values = {
        day,
        value: row?.value ?? null,
        difference: row?.compared?.kind === 'unit' ? null : (row?.compared?.amount ?? null),
        hours: (endMs - startMs) / HOUR_MS,
        coverage: row === null ? null : 100 * row.coverage,
      };
      return { id: day, values, reason: row === null ? formatMessage({ id: 'MetricReason_noData' }) : metricReason(row, intl) };
    }),
  };
}
