import { createFileRoute } from '@tanstack/react-router';
import { DemoTruthsScreen } from '../features/demo-truths/demo-truths-screen.tsx';

export const Route = createFileRoute('/demo-truths')({
  staticData: {
    name: 'demo-truths',
    title: 'Route_demo-truths',
  },
  component: DemoTruthsScreen,
});
