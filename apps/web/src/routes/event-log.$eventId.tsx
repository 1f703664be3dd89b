import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/event-log/$eventId')({
  staticData: {
    name: 'event-details',
    title: 'Route_event-details',
    parent: 'event-log',
    permission: 'PageEventLogs',
    share: true,
  },
  component: ComingSoon,
});
