import { createFileRoute } from '@tanstack/react-router';
import { codeSetSearchSchema } from '../features/event-code-sets/code-set-search.ts';
import { EventCodeSetsScreen } from '../features/event-code-sets/event-code-sets-screen.tsx';

export const Route = createFileRoute('/configure/event-code-sets')({
  staticData: {
    name: 'event-code-sets',
    title: 'Route_event-code-sets',
    navigation: { order: 60 },
    permission: 'ReadEventCodeSets',
  },
  validateSearch: codeSetSearchSchema,
  component: EventCodeSets,
});

function EventCodeSets() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <EventCodeSetsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
