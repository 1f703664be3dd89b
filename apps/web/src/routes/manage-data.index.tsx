import { createFileRoute } from '@tanstack/react-router';
import { FirstPermitted } from '../app/routing/first-permitted.tsx';

export const Route = createFileRoute('/manage-data/')({
  staticData: { name: 'manage-data', title: 'Route_manage-data' },
  component: () => <FirstPermitted group="manage-data" />,
});
