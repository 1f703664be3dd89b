import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/event-code-sets')({
  staticData: {
    name: 'event-code-sets',
    title: 'Route_event-code-sets',
    navigation: { order: 60 },
    permission: 'ReadEventCodeSets',
  },
  component: ComingSoon,
});
