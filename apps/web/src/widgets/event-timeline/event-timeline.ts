import type { EventLane } from '@solvane/contract/event-overview';
import type { EventTimelineSettings, eventTimelineQueries } from '@solvane/contract/widgets/event-timeline';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { eventLabels } from '../../shared/events/use-event-labels.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type EventTimelineProps = WidgetProps<CommonSettings & EventTimelineSettings, ReturnType<typeof eventTimelineQueries>>;

/** Lanes in the order of the settings: the costliest first, or by site and device. */
export function orderedLanes({ settings, data }: Pick<EventTimelineProps, 'settings' | 'data'>): readonly EventLane[] {
  const { lanes } = data.lanes;
  if (settings.sort === 'cost') return lanes;
  const nameOf = ({ siteName, deviceName }: EventLane) => `${siteName} ${deviceName}`;
  return lanes.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }));
}

/** One row for each bar: a single event, or several that are too close to tell apart. */
export function eventTimelineTable(props: EventTimelineProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const labels = eventLabels(intl);
  return {
    columns: [
      { id: 'device', header: formatMessage({ id: 'EventLog_Column_Device' }) },
      { id: 'site', header: formatMessage({ id: 'EventLog_GroupBy_site' }) },
      { id: 'type', header: formatMessage({ id: 'EventLog_Column_Type' }) },
      { id: 'start', header: formatMessage({ id: 'Widget_Start' }), isTime: true },
      { id: 'end', header: formatMessage({ id: 'EventTimeline_Column_End' }), isTime: true },
      { id: 'open', header: formatMessage({ id: 'EventTimeline_Column_Open' }) },
      { id: 'count', header: formatMessage({ id: 'Widget_Events' }), unit: '', digits: 0 },
      { id: 'lostEnergy', header: formatMessage({ id: 'Widget_LostEnergy' }), unit: 'kWh' },
    ],
    rows: orderedLanes(props).flatMap(({ segmentId, deviceName, siteName, bars }) =>
      bars.map(({ type, startMs, endMs, isOpen, count, lostEnergyKwh }) => ({
        id: `${segmentId} ${type} ${startMs}`,
        focus: segmentId,
        values: {
          device: deviceName,
          site: siteName,
          type: labels.type(type),
          start: startMs,
          end: isOpen ? null : endMs,
          open: isOpen ? formatMessage({ id: 'EventTimeline_Open' }) : '',
          count,
          lostEnergy: lostEnergyKwh,
        },
        reason: lostEnergyKwh === null ? formatMessage({ id: 'Widget_WithoutExpected' }) : undefined,
      })),
    ),
  };
}
