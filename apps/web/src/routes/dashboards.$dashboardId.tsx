import { dashboardIdSchema } from '@solvane/contract/dashboards';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { DeviceSelect } from '../app/form-panel/device-select.tsx';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { DashboardScreen } from '../features/dashboards/dashboard-screen.tsx';
import { dashboardQuery } from '../shared/dashboards/dashboards.queries.ts';
import { toPeriodParam } from '../shared/time/period-address.ts';

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
    // What cannot be read is told by the screen.
    const dashboard = await context.queryClient.ensureQueryData(dashboardQuery(id.data)).catch(() => undefined);
    const period = dashboard && toPeriodParam(dashboard.defaults.period);
    if (period !== undefined) throw redirect({ to: location.pathname, search: { ...location.search, period }, replace: true } as never);
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
