import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/Subscription')({
  staticData: {
    name: 'Subscription',
    title: 'Route_Subscription',
    navigation: { order: 40 },
    isComing: true,
    permission: 'ReadSubscription',
  },
  component: ComingSoon,
});
