import { createFileRoute } from '@tanstack/react-router';
import { ApiAccessScreen } from '../features/api-access/api-access-screen.tsx';

export const Route = createFileRoute('/api-access')({
  staticData: {
    name: 'api-access',
    title: 'Route_api-access',
    permission: 'AccessPublicApi',
  },
  component: ApiAccessScreen,
});
