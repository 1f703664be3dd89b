import { createFileRoute } from '@tanstack/react-router';
import { FirstPermitted } from '../app/routing/first-permitted.tsx';

export const Route = createFileRoute('/analyze/')({
  staticData: { name: 'analyze', title: 'Route_analyze' },
  component: () => <FirstPermitted group="analyze" />,
});
