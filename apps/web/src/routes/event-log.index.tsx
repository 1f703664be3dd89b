import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EventLogScreen } from '../features/event-log/event-log-screen.tsx';
import { type EventLogSearch, eventLogSearchSchema, ownSearch } from '../features/event-log/event-log-search.ts';

export const Route = createFileRoute('/event-log/')({
  staticData: {
    name: 'event-log',
    title: 'Route_event-log',
    navigation: { order: 40, icon: 'event-log' },
    permission: 'PageEventLogs',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  validateSearch: eventLogSearchSchema,
  component: EventLog,
});

function EventLog() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const setAddress = useCallback(
    (search: EventLogSearch) => void navigate({ search: (before) => ({ ...before, ...NOTHING, ...ownSearch(search) }), replace: true }),
    [navigate],
  );
  return <EventLogScreen address={address} onAddress={setAddress} />;
}

const NOTHING: EventLogSearch = Object.fromEntries(Object.keys(eventLogSearchSchema.shape).map((name) => [name, undefined]));
