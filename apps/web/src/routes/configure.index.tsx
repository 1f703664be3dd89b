import { createFileRoute } from '@tanstack/react-router';
import { FirstPermitted } from '../app/routing/first-permitted.tsx';

export const Route = createFileRoute('/configure/')({
  staticData: { name: 'configure', title: 'Route_configure' },
  component: () => <FirstPermitted group="configure" />,
});
