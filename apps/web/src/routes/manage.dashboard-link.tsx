import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { DashboardLinkScreen, dashboardLinkSearchSchema } from '../features/dashboards/dashboard-link-screen.tsx';

export const Route = createFileRoute('/manage/dashboard-link')({
  staticData: {
    name: 'dashboard-link',
    title: 'Route_dashboard-link',
    parent: 'analyze',
    permission: 'ReadDashboard',
  },
  validateSearch: dashboardLinkSearchSchema,
  component: LinkedDashboard,
});

function LinkedDashboard() {
  return <DashboardLinkScreen {...Route.useSearch()} library={WIDGETS} />;
}
