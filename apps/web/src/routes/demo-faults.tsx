import { createFileRoute } from '@tanstack/react-router';
import { DemoFaultsScreen } from '../features/demo-faults/demo-faults-screen.tsx';

export const Route = createFileRoute('/demo-faults')({
  staticData: {
    name: 'demo-faults',
    title: 'Route_demo-faults',
  },
  component: DemoFaultsScreen,
});
