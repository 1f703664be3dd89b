import { dashboardIdSchema } from '@solvane/contract/dashboards';
import { createFileRoute } from '@tanstack/react-router';
import { DeviceSelect } from '../app/form-panel/device-select.tsx';
import { toDefaultPeriod } from '../app/routing/default-period.ts';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { DashboardScreen } from '../features/dashboards/dashboard-screen.tsx';

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
  loaderDeps: ({ search: { period } }) => ({ period }),
  loader: async ({ context, params, deps, location }) => {
    const id = dashboardIdSchema.safeParse(params.dashboardId);
    if (!id.success || deps.period !== undefined) return;
    await toDefaultPeriod(context.queryClient, { dashboardId: id.data, permission: 'ReadDashboard' }, location);
  },
  component: DashboardPage,
});

function DashboardPage() {
  return (
    <DashboardScreen
      key={Route.useParams().dashboardId}
      dashboardId={Route.useParams().dashboardId}
      library={WIDGETS}
      DeviceSelect={DeviceSelect}
    />
  );
}
