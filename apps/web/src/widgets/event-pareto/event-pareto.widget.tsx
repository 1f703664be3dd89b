import { eventParetoQueries, eventParetoSettings } from '@solvane/contract/widgets/event-pareto';
import { EVENT_COLOUR_TOKENS } from '../../shared/events/event-colours.ts';
import { eventGroupName, typesQuery } from '../../shared/events/event-group-name.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { groupFocus } from '../../shared/widgets/group-focus.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { cumulativePercents, type EventParetoProps, eventParetoTable, measureOf, otherCount, otherText } from './event-pareto.ts';

const UNITS = { lostEnergy: 'kWh', duration: 'h', count: '' } as const;

export const eventParetoWidget = defineWidget({
  settings: eventParetoSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_eventPareto', about: 'Widget_About_eventPareto' },
  size: { least: [3, 5], initial: [6, 7] },
  frame: 'panel',
  marks: ({ groupBy }) => (groupBy === 'site' ? 'sites' : groupBy === 'device' ? 'devices' : undefined),
  selection: ({ types }) => ({ events: typesQuery(types) }),
  title: () => 'Widget_Type_eventPareto',
  queries: eventParetoQueries,
  empty: 'Widget_NoEvents',
  charts: (props, text) => (props.data.groups.items.length === 0 ? [] : [chartOf(props, text)]),
  table: eventParetoTable,
});

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
    choose: (index) => {
      const focus = groupFocus(groupBy, items[index]?.key, props.page);
      return focus === undefined ? undefined : { focus };
    },
    build: (palette, { paretoOption }) => paretoOption({ palette, locale: intl.locale, unit, bars, shares }),
  };
}
