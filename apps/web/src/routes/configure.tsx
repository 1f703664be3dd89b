import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/configure')({
  staticData: { name: 'configure', title: 'Route_configure', navigation: { order: 140, icon: 'configure' } },
});
