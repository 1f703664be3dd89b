import { createFileRoute } from '@tanstack/react-router';
import { DashboardsScreen } from '../features/dashboards/dashboards-screen.tsx';

export const Route = createFileRoute('/dashboards/')({
  staticData: {
    name: 'dashboards',
    title: 'Route_dashboards',
    navigation: { order: 20, icon: 'dashboards' },
    permission: 'ReadDashboard',
  },
  component: DashboardsScreen,
});
