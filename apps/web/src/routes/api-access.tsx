import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/api-access')({
  staticData: {
    name: 'api-access',
    title: 'Route_api-access',
    permission: 'AccessPublicApi',
  },
  component: ComingSoon,
});
