import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/dashboards/')({
  staticData: {
    name: 'dashboards',
    title: 'Route_dashboards',
    navigation: { order: 20, icon: 'dashboards' },
    isComing: true,
    permission: 'ReadDashboard',
  },
  component: ComingSoon,
});
