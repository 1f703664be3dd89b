import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { EventDetailsScreen } from '../features/event-details/event-details-screen.tsx';

export const Route = createFileRoute('/event-log/$eventId')({
  staticData: {
    name: 'event-details',
    title: 'Route_event-details',
    parent: 'event-log',
    permission: 'PageEventLogs',
    share: true,
  },
  validateSearch: z.object({ tab: z.string().max(40).optional().catch(undefined) }),
  component: EventPage,
});

function EventPage() {
  const { eventId } = Route.useParams();
  const { tab } = Route.useSearch();
  return <EventDetailsScreen key={eventId} eventId={eventId} tab={tab} />;
}
