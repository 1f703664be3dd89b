import { DayCalendar } from '@solvane/charts/day-calendar';
import type { MetricRow } from '@solvane/contract/metric-values';
import { calendarQueries, calendarSettings } from '@solvane/contract/widgets/calendar';
import { addUnits } from '@solvane/energy/time/bucket';
import { localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { Drawing } from '../../shared/widgets/drawing.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { useSetPeriod } from '../../workspace/period.ts';
import { type CalendarProps, calendarTable, colouredValue, daysOf, scaleOf } from './calendar.ts';

export const calendarWidget = defineWidget({
  settings: calendarSettings,
  catalogue: { name: 'Widget_Type_calendar', about: 'Widget_About_calendar' },
  size: { least: [4, 4], initial: [6, 5], phone: 6 },
  frame: 'panel',
  title: () => 'Calendar_Title',
  titleValues: ({ metric }, _page, { intl }) => ({ metric: metricText(metric, intl) }),
  queries: calendarQueries,
  View: CalendarView,
  charts: (props, text) => chartsOf(props, text),
  table: calendarTable,
});

/** A day that is chosen becomes the period of the page. */
function CalendarView(props: CalendarProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const setPeriod = useSetPeriod();
  const choose = (day: string): void => {
    const end = toIsoDate(addUnits(parseIsoDate(day) ?? 0, 'day', 1));
    setPeriod({ type: 'custom', value: { start: day, end } });
  };
  const [chart] = chartsOf(props, text, choose);
  if (!chart) return <p className={widgetClasses.none}>{whyNothing(props, text) ?? formatMessage({ id: 'Widget_NoData' })}</p>;
  return <Drawing chart={chart} />;
}

/** What the newest day lacks. */
function whyNothing({ data: { days } }: CalendarProps, { intl }: WidgetText): string | undefined {
  const last = days.totals.at(-1);
  return last && metricReason(last, intl);
}

function chartsOf(props: CalendarProps, text: WidgetText, onChoose?: (day: string) => void): WidgetChart[] {
  const { settings, page } = props;
  const { intl } = text;
  const days = daysOf(props);
  const coloured = days.map(({ row }) => colouredValue(row, settings));
  const known = coloured.flatMap((value) => value ?? []);
  if (known.length === 0) return [];
  const ramp = scaleOf(known, settings);
  const own = days.find(({ row }) => row !== null)?.row?.unit ?? '';
  const isDifference = settings.scale === 'diverging' && settings.reference !== 'none';
  const largest = Math.max(...days.map(({ row }) => Math.abs(row?.value ?? 0)));
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, largest);
  const amount = (value: number) => `${measuredNumberText(value * factor, intl.locale)} ${unit}`;
  const end = (value: number) => (isDifference ? `${measuredNumberText(value, intl.locale)} ${own === '%' ? 'pp' : '%'}` : amount(value));
  const describe = (row: MetricRow | null): string[] => {
    const reason = row === null ? undefined : metricReason(row, intl);
    if (row?.value == null) return [reason ?? intl.formatMessage({ id: 'Widget_NoData' })];
    return [amount(row.value), ...(reason === undefined ? [] : [reason])];
  };
  const date = (day: string) => intl.formatDate(Date.parse(day), { dateStyle: 'medium', timeZone: 'UTC' });
  return [
    {
      label: metricText(settings.metric, intl),
      draw: (palette, size) => (
        <DayCalendar
          palette={palette}
          size={size}
          days={days.map(({ day, row }, index) => ({
            day,
            value: coloured[index] ?? null,
            isPartial: row?.isPartial ?? false,
            description: [date(day), ...describe(row)].join(', '),
          }))}
          today={toIsoDate(localDayOf(page.nowMs, page.zone))}
          ramp={ramp}
          isReversed={settings.reverse}
          firstWeekday={settings.weekStart === 'Monday' || intl.locale === 'sv-SE' ? 1 : 0}
          locale={intl.locale}
          legend={{ from: end(ramp.from), to: end(ramp.to), missing: intl.formatMessage({ id: 'Calendar_Missing' }) }}
          {...(onChoose && { onChoose })}
        />
      ),
    },
  ];
}
