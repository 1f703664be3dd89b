import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/manage/dashboard-link')({
  staticData: {
    name: 'dashboard-link',
    title: 'Route_dashboard-link',
    parent: 'analyze',
    permission: 'ReadDashboard',
  },
  component: ComingSoon,
});
