import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/demo-truths')({
  staticData: {
    name: 'demo-truths',
    title: 'Route_demo-truths',
  },
  component: ComingSoon,
});
