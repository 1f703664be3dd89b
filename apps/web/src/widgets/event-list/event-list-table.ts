import type { Event } from '@solvane/contract/events';
import type { EventListSettings, eventListOptionalQueries, eventListQueries } from '@solvane/contract/widgets/event-list';
import { eventLabels } from '../../shared/events/use-event-labels.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type EventListProps = WidgetProps<
  EventListSettings,
  ReturnType<typeof eventListQueries>,
  ReturnType<typeof eventListOptionalQueries>
>;

const HOUR_MS = 3_600_000;

/** Open events with losses, the largest per hour first unless the settings say otherwise; or all of the period. */
export function losingEvents({ settings, data }: EventListProps): Event[] {
  const { which, sort, rows } = settings;
  if (which === 'period') return data.events.items.slice(0, rows);
  const losing = data.events.items.filter((event) => lostKw(event) > 0);
  return (sort === 'attention' ? losing.toSorted((a, b) => lostKw(b) - lostKw(a)) : losing).slice(0, rows);
}

/** Mean power that the event keeps from the grid. [kW] */
export function lostKw(event: Event): number {
  return event.lostEnergyKwh === null ? 0 : event.lostEnergyKwh / hoursOf(event);
}

/** An open event lasts up to the last computation, which may be the one that found it. */
export function hoursOf({ durationMs }: Event): number {
  return Math.max(durationMs, 60_000) / HOUR_MS;
}

/** What open events cost each hour, one amount for each currency of the sites of the page. */
export function costsPerHour({ page, data }: Pick<EventListProps, 'page' | 'data'>): { currency: string; perHour: number }[] {
  const own = new Set(page.sites.map(({ siteId }) => siteId));
  const known = (data.status?.items ?? []).flatMap(({ siteId, currency, costPerHour }) =>
    own.has(siteId) && currency !== null && costPerHour !== null && costPerHour !== 0 ? [{ currency, perHour: costPerHour }] : [],
  );
  return [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, costs]) => ({
    currency,
    perHour: costs.reduce((sum, { perHour }) => sum + perHour, 0),
  }));
}

export function eventListTable(props: EventListProps, { intl, noValueText }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const labels = eventLabels(intl);
  const currencies = new Map(props.data.status?.items.map(({ siteId, currency }) => [siteId, currency]));
  return {
    columns: [
      { id: 'device', header: formatMessage({ id: 'EventLog_GroupBy_device' }) },
      { id: 'site', header: formatMessage({ id: 'Widget_Column_Site' }) },
      { id: 'type', header: formatMessage({ id: 'EventLog_Column_Type' }) },
      { id: 'code', header: formatMessage({ id: 'EventLog_Column_Code' }) },
      { id: 'category', header: formatMessage({ id: 'EventLog_Column_Category' }) },
      { id: 'start', header: formatMessage({ id: 'Widget_Start' }), isTime: true },
      { id: 'end', header: formatMessage({ id: 'Widget_End' }), isTime: true },
      { id: 'duration', header: formatMessage({ id: 'EventLog_Column_Duration' }), unit: 'h' },
      { id: 'lostEnergy', header: formatMessage({ id: 'Widget_LostEnergy' }), unit: 'kWh' },
      { id: 'lostPower', header: formatMessage({ id: 'Home_Strip_Losing' }), unit: 'kW' },
      { id: 'revenueLoss', header: formatMessage({ id: 'EventLog_Column_Revenue' }), unit: '' },
      { id: 'currency', header: formatMessage({ id: 'Widget_Currency' }) },
      { id: 'acknowledgedBy', header: formatMessage({ id: 'EventLog_Column_AcknowledgedBy' }) },
      { id: 'origin', header: formatMessage({ id: 'EventLog_Column_Origin' }) },
      { id: 'eventId', header: formatMessage({ id: 'EventList_Column_eventId' }) },
    ],
    rows: losingEvents(props).map((event) => ({
      id: event.eventId,
      values: {
        device: event.deviceName,
        site: event.siteName,
        type: labels.type(event.type),
        code: labels.code(event.code),
        category: labels.category(event.category),
        start: event.startMs,
        end: event.endMs,
        duration: event.durationMs / HOUR_MS,
        lostEnergy: event.lostEnergyKwh,
        lostPower: event.lostEnergyKwh === null ? null : lostKw(event),
        revenueLoss: event.revenueLoss,
        currency: currencies.get(event.siteId) ?? null,
        acknowledgedBy: event.acknowledged?.by ?? null,
        origin: formatMessage({ id: `EventDetails_Origin_${event.origin}` }),
        eventId: event.eventId,
      },
      reason:
        event.lostEnergyKwh === null ? noValueText(['noExpectation']) : event.revenueLoss === null ? noValueText(['noPrice']) : undefined,
    })),
  };
}
