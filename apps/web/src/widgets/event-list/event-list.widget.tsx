import { eventListOptionalQueries, eventListQueries, eventListSettings } from '@solvane/contract/widgets/event-list';
import { lazy } from 'react';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { EventListHead } from './event-list-head.tsx';
import { eventListTable } from './event-list-table.ts';

export const eventListWidget = defineWidget({
  settings: eventListSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_eventList', about: 'Widget_About_eventList' },
  size: { least: [4, 4], initial: [6, 7] },
  frame: 'panel',
  selection: ({ which }) => ({ events: which === 'open' ? OPEN_EVENTS : '' }),
  title: ({ which }) => (which === 'open' ? 'Home_OpenEvents' : 'Widget_Events'),
  queries: eventListQueries,
  optionalQueries: eventListOptionalQueries,
  // Texts and marks of events come with the first visit, not with the first screen.
  View: lazy(() => import('./event-list-view.tsx')),
  table: eventListTable,
  Head: EventListHead,
});
