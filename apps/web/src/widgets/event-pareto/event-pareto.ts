import type { EventGroup } from '@solvane/contract/event-overview';
import type { EventSums } from '@solvane/contract/events';
import type { EventParetoSettings, eventParetoOptionalQueries, eventParetoQueries } from '@solvane/contract/widgets/event-pareto';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { eventGroupName } from '../../shared/events/event-group-name.ts';
import { groupSearch } from '../../shared/events/group-search.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { groupFocus } from '../../shared/widgets/group-focus.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { menuTargets, type WidgetChoice } from '../../shared/widgets/widget-target.ts';

export type EventParetoProps = WidgetProps<
  CommonSettings & EventParetoSettings,
  ReturnType<typeof eventParetoQueries>,
  ReturnType<typeof eventParetoOptionalQueries>
>;

const HOUR_MS = 3_600_000;

/** What groups are compared by: kWh, hours, or events. null: the loss is not known */
export function measureOf(sums: EventSums, measure: EventParetoSettings['measure']): number | null {
  if (measure === 'count') return sums.count;
  return measure === 'duration' ? sums.durationMs / HOUR_MS : sums.lostEnergyKwh;
}

/** Share of the whole that the groups make together up to each. [%] null: the whole is not known or nothing */
export function cumulativePercents(values: readonly (number | null)[], rest: number | null): (number | null)[] {
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), rest ?? 0);
  let sum = 0;
  return values.map((value) => {
    sum += value ?? 0;
    return total > 0 ? (sum / total) * 100 : null;
  });
}

/** Groups beyond the most that are shown. */
export function otherCount({ data: { groups } }: Pick<EventParetoProps, 'data'>): number {
  return groups.groupCount - groups.items.length;
}

/** Events whose loss is not in the bars. */
export function withoutExpected({ data: { groups } }: Pick<EventParetoProps, 'data'>): number {
  return groups.items.reduce((sum, { energyUnknownCount }) => sum + energyUnknownCount, groups.rest.energyUnknownCount);
}

/** The event log with the events of a group. undefined: it stands for several groups */
export function eventsOf(
  { settings, page }: Pick<EventParetoProps, 'settings' | 'page'>,
  key: string | undefined,
): WidgetChoice | undefined {
  const search = key === undefined ? undefined : groupSearch(settings.groupBy, key, page);
  const [target] = menuTargets({ settings, page, selection: { events: acknowledgedQuery(settings), eventTypes: settings.types } });
  if (!search || target?.to !== 'eventLog') return undefined;
  const q = [target.search.q, search.q].filter((part) => part !== undefined).join(' ');
  return { open: { ...target, search: { ...target.search, ...search, ...(q !== '' && { q }) } } };
}

/** Condition of the event log for the setting. */
export function acknowledgedQuery({ acknowledged }: Pick<EventParetoSettings, 'acknowledged'>): string {
  return acknowledged === 'all' ? '' : `ack:${acknowledged}`;
}

/** The currency of revenue; undefined: the sites have several, or none. */
export function commonCurrency(sites: readonly { currency: string | null }[]): string | undefined {
  const currencies = new Set(sites.flatMap(({ currency }) => currency ?? []));
  return currencies.size === 1 ? [...currencies][0] : undefined;
}

export function eventParetoTable(props: EventParetoProps, { intl, noValueText }: WidgetText): WidgetTable {
  const { settings, data, page } = props;
  const { formatMessage } = intl;
  const { items, rest } = data.groups;
  const { groupBy, measure } = settings;
  const shares = cumulativePercents(
    items.map((group) => measureOf(group, measure)),
    measureOf(rest, measure),
  );
  const currency = commonCurrency(page.sites);
  const valuesOf = (sums: EventSums, share: number | null) => ({
    events: sums.count,
    duration: sums.durationMs / HOUR_MS,
    lostEnergy: sums.lostEnergyKwh,
    revenueLoss: currency === undefined ? null : sums.revenueLoss,
    cumulative: share,
    withoutExpected: sums.energyUnknownCount,
  });
  const reasonOf = (sums: EventSums) => {
    if (sums.lostEnergyKwh === null && sums.count > 0) return noValueText(['noExpectation']);
    if (currency === undefined) return formatMessage({ id: 'Widget_SeveralCurrencies' });
    return sums.revenueLoss === null && sums.count > 0 ? noValueText(['noPrice']) : undefined;
  };
  const rowOf = (group: EventGroup, index: number) => ({
    id: group.key,
    focus: groupFocus(groupBy, group.key, page),
    choice: eventsOf(props, group.key),
    values: {
      name: eventGroupName(groupBy, { ...group, siteName: null }, intl),
      site: group.siteName,
      unacknowledged: group.unacknowledged,
      ...valuesOf(group, shares[index] ?? null),
    },
    reason: reasonOf(group),
  });
  const others = otherCount(props);
  const other = {
    id: '',
    values: { name: otherText(others, intl), site: null, unacknowledged: null, ...valuesOf(rest, 100) },
    reason: reasonOf(rest),
  };
  return {
    columns: [
      { id: 'name', header: formatMessage({ id: 'Widget_Group_Name' }) },
      { id: 'site', header: formatMessage({ id: 'EventLog_GroupBy_site' }) },
      { id: 'events', header: formatMessage({ id: 'Widget_Events' }), unit: '' },
      { id: 'unacknowledged', header: formatMessage({ id: 'Home_NotAcknowledged' }), unit: '' },
      { id: 'duration', header: formatMessage({ id: 'EventLog_Column_Duration' }), unit: 'h' },
      { id: 'lostEnergy', header: formatMessage({ id: 'Widget_LostEnergy' }), unit: 'kWh' },
      { id: 'revenueLoss', header: formatMessage({ id: 'LossExplorer_Metric_revenueLoss' }), unit: currency ?? '' },
      { id: 'cumulative', header: formatMessage({ id: 'EventPareto_Cumulative' }), unit: '%' },
      { id: 'withoutExpected', header: formatMessage({ id: 'Widget_WithoutExpected' }), unit: '' },
    ],
    rows: [...items.map(rowOf), ...(others > 0 ? [other] : [])],
  };
}

export function otherText(count: number, { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>): string {
  return formatMessage({ id: 'Widget_Group_Other' }, { count });
}
