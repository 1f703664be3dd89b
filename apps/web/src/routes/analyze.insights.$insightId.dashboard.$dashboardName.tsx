import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/analyze/insights/$insightId/dashboard/$dashboardName')({
  staticData: {
    name: 'insight-dashboard',
    title: 'Route_insight-dashboard',
    parent: 'insights',
    permission: 'ReadInsight',
    share: true,
  },
  component: ComingSoon,
});
