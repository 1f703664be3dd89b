import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/service-providers')({
  staticData: {
    name: 'service-providers',
    title: 'Route_service-providers',
    navigation: { order: 90 },
    isComing: true,
    permission: 'PageServiceProvider',
  },
  component: ComingSoon,
});
