import { eventTimelineQueries, eventTimelineSettings } from '@solvane/contract/widgets/event-timeline';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { type EventTimelineProps, eventTimelineTable } from './event-timeline.ts';

export const eventTimelineWidget = defineWidget({
  settings: eventTimelineSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_eventTimeline', about: 'Widget_About_eventTimeline' },
  size: { least: [6, 4], initial: [12, 7], phone: 8 },
  frame: 'panel',
  marks: () => 'devices',
  selection: () => ({ events: '' }),
  title: () => 'Widget_Type_eventTimeline',
  queries: eventTimelineQueries,
  View: lazy(() => import('./event-timeline-view.tsx')),
  table: eventTimelineTable,
  Head: EventTimelineHead,
});

/** Whole events, and how many devices have some. */
function EventTimelineHead({ data: { lanes } }: EventTimelineProps) {
  const { formatMessage } = useIntl();
  return (
    <span className={widgetClasses.quiet}>
      {formatMessage({ id: 'EventTimeline_Count' }, { shown: lanes.lanes.length, count: lanes.laneCount })}
    </span>
  );
}
