import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/dashboards/$dashboardId')({
  staticData: {
    name: 'dashboard',
    title: 'Route_dashboard',
    parent: 'dashboards',
    permission: 'ReadDashboard',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: ComingSoon,
});
