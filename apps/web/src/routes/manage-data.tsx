import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/manage-data')({
  staticData: { name: 'manage-data', title: 'Route_manage-data', navigation: { order: 110, icon: 'manage-data' } },
});
