import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/eventcategorization')({
  staticData: {
    name: 'eventcategorization',
    title: 'Route_eventcategorization',
    navigation: { order: 70 },
    permission: 'PageEventCategorization',
  },
  component: ComingSoon,
});
