import { createFileRoute } from '@tanstack/react-router';
import { FirstPermitted } from '../app/routing/first-permitted.tsx';

export const Route = createFileRoute('/monitor/')({
  staticData: { name: 'monitor', title: 'Route_monitor' },
  component: () => <FirstPermitted group="monitor" />,
});
