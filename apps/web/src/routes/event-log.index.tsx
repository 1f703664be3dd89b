import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EventLogScreen } from '../features/event-log/event-log-screen.tsx';
import { type EventLogSearch, eventLogSearchSchema } from '../features/event-log/event-log-search.ts';

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
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const setSearch = useCallback(
    (patch: Partial<EventLogSearch>) => void navigate({ search: (before) => ({ ...before, ...patch }), replace: true }),
    [navigate],
  );
  return <EventLogScreen search={search} onSearch={setSearch} />;
}
