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

/** Open events with losses, the largest per hour first; or all of the period as they need attention. */
export function losingEvents({ settings, data }: EventListProps): Event[] {
  if (settings.which === 'period') return data.events.items.slice(0, settings.rows);
  const losing = data.events.items.filter((event) => lostKw(event) > 0).sort((a, b) => lostKw(b) - lostKw(a));
  return losing.slice(0, settings.rows);
}

/** Mean power that the event keeps from the grid. [kW] */
export function lostKw(event: Event): number {
  return event.lostEnergyKwh === null ? 0 : event.lostEnergyKwh / hoursOf(event);
}

/** An open event lasts up to the last computation, which may be the one that found it. */
export function hoursOf({ durationMs }: Event): number {
  return Math.max(durationMs, 60_000) / HOUR_MS;
}

export function eventListTable(props: EventListProps, { intl, noValueText }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const labels = eventLabels(intl);
  const currencies = new Map(props.data.status?.items.map(({ siteId, currency }) => [siteId, currency]));
  return {
    columns: [
      { id: 'device', header: formatMessage({ id: 'EventLog_Column_Device' }) },
      { id: 'type', header: formatMessage({ id: 'EventLog_Column_Type' }) },
      { id: 'code', header: formatMessage({ id: 'EventLog_Column_Code' }) },
      { id: 'category', header: formatMessage({ id: 'EventLog_Column_Category' }) },
      { id: 'start', header: formatMessage({ id: 'Widget_Start' }), isTime: true },
      { id: 'duration', header: formatMessage({ id: 'EventLog_Column_Duration' }), unit: 'h' },
      { id: 'lostEnergy', header: formatMessage({ id: 'Widget_LostEnergy' }), unit: 'kWh' },
      { id: 'lostPower', header: formatMessage({ id: 'Home_Strip_Losing' }), unit: 'kW' },
      { id: 'revenueLoss', header: formatMessage({ id: 'EventLog_Column_Revenue' }), unit: '' },
      { id: 'currency', header: formatMessage({ id: 'Widget_Currency' }) },
    ],
    rows: losingEvents(props).map((event) => ({
      id: event.eventId,
      values: {
        device: `${event.siteName} ${event.deviceName}`,
        type: labels.type(event.type),
        code: labels.code(event.code),
        category: labels.category(event.category),
        start: event.startMs,
        duration: event.durationMs / HOUR_MS,
        lostEnergy: event.lostEnergyKwh,
        lostPower: lostKw(event),
        revenueLoss: event.revenueLoss,
        currency: currencies.get(event.siteId) ?? null,
      },
      reason: event.revenueLoss === null ? noValueText(['noPrice']) : undefined,
    })),
  };
}
