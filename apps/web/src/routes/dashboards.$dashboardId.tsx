import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonOf } from '../shared/states/coming-soon-of.tsx';

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
  component: DashboardPage,
});

function DashboardPage() {
  return <ComingSoonOf kind="dashboard" id={Route.useParams().dashboardId} />;
}
