import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/monitor')({
  staticData: { name: 'monitor', title: 'Route_monitor', navigation: { order: 120, icon: 'monitor' } },
});
