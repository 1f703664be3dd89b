import { createFileRoute } from '@tanstack/react-router';
import { UnityDashboardScreen } from '../shared/dashboards/unity-dashboard-screen.tsx';

export const Route = createFileRoute('/monitor/site-overview')({
  staticData: {
    name: 'monitor-site-overview',
    title: 'Route_monitor-site-overview',
    navigation: { order: 30 },
    permission: 'PageSiteOverviewMonitor',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: () => <UnityDashboardScreen name="site-overview" />,
});
