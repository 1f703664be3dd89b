import {
  type EventParetoSettings,
  eventParetoOptionalQueries,
  eventParetoQueries,
  eventParetoSettings,
} from '@solvane/contract/widgets/event-pareto';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EVENT_COLOUR_TOKENS } from '../../shared/events/event-colours.ts';
import { eventGroupName } from '../../shared/events/event-group-name.ts';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { type AnyWidget, defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { groupFocus } from '../../shared/widgets/group-focus.ts';
import { WidgetCharts } from '../../shared/widgets/lazy-picture.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import {
  acknowledgedQuery,
  cumulativePercents,
  type EventParetoProps,
  eventParetoTable,
  eventsOf,
  measureOf,
  otherCount,
  otherText,
  withoutExpected,
} from './event-pareto.ts';

const UNITS = { lostEnergy: 'kWh', duration: 'h', count: '' } as const;

export const eventParetoWidget = defineWidget<
  CommonSettings & EventParetoSettings,
  ReturnType<typeof eventParetoQueries>,
  ReturnType<typeof eventParetoOptionalQueries>
>({
  settings: eventParetoSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_eventPareto', about: 'Widget_About_eventPareto' },
  size: { least: [3, 5], initial: [6, 7], phone: 7 },
  frame: 'panel',
  marks: ({ groupBy }) => (groupBy === 'site' ? 'sites' : groupBy === 'device' ? 'devices' : undefined),
  selection: (settings) => ({ events: acknowledgedQuery(settings), eventTypes: settings.types }),
  title: () => 'Widget_Type_eventPareto',
  queries: eventParetoQueries,
  optionalQueries: eventParetoOptionalQueries,
  View: EventParetoView,
  Head: EventParetoHead,
  charts: (props, text) => (props.data.groups.items.length === 0 ? [] : [chartOf(props, text)]),
  table: eventParetoTable,
});

/** Bars; without any it says which events began earlier and go on. */
function EventParetoView(props: EventParetoProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  if (props.data.groups.items.length > 0) return <WidgetCharts definition={eventParetoWidget as AnyWidget} text={text} props={props} />;
  const count = props.data.open?.count ?? 0;
  return (
    <p className={widgetClasses.none}>
      {formatMessage({ id: 'Widget_NoEvents' })}
      {count > 0 && (
        <>
          {' · '}
          {formatMessage({ id: 'EventPareto_OpenEarlier' }, { count })}
          {' · '}
          <Link to="/event-log" search={{ q: OPEN_EVENTS }}>
            {formatMessage({ id: 'EventLog_Empty_ShowOpen' })}
          </Link>
        </>
      )}
    </p>
  );
}

/** How events are counted, and those whose loss is not in the bars. */
function EventParetoHead(props: EventParetoProps) {
  const { formatMessage } = useIntl();
  const count = withoutExpected(props);
  return (
    <span className={widgetClasses.quiet}>
      {formatMessage({ id: 'Widget_WholeEvents' })}
      {count > 0 && ` · ${formatMessage({ id: 'Widget_EventsWithoutExpected' }, { count })}`}
    </span>
  );
}

function chartOf(props: EventParetoProps, { intl }: WidgetText): WidgetChart {
  const { settings, data } = props;
  const { measure, groupBy, cumulative, numberFormat } = settings;
  const { items, rest } = data.groups;
  const values = items.map((group) => measureOf(group, measure));
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const { unit, factor } = chosenUnit(UNITS[measure], numberFormat) ?? displayUnit(UNITS[measure], largest);
  const others = otherCount(props);
  const scaled = (value: number | null) => (value === null ? null : value * factor);
  const bars = [
    ...items.map((group, index) => ({
      label: eventGroupName(groupBy, group, intl),
      value: scaled(values[index] ?? null),
      colour: groupBy === 'type' ? EVENT_COLOUR_TOKENS[group.key] : undefined,
    })),
    ...(others > 0 ? [{ label: otherText(others, intl), value: scaled(measureOf(rest, measure)), isRest: true }] : []),
  ];
  const shares = cumulative
    ? cumulativePercents([...values, ...(others > 0 ? [measureOf(rest, measure)] : [])], others > 0 ? 0 : measureOf(rest, measure))
    : undefined;
  return {
    label: intl.formatMessage({ id: `EventLog_Measure_${measure}` }),
    choose: (index, { isName }) => {
      const key = items[index]?.key;
      const focus = isName ? groupFocus(groupBy, key, props.page) : undefined;
      return focus === undefined ? eventsOf(props, key) : { focus };
    },
    build: (palette, { paretoOption }) => paretoOption({ palette, locale: intl.locale, unit, bars, shares }),
  };
}
