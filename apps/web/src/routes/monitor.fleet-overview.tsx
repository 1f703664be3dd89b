import { createFileRoute } from '@tanstack/react-router';
import { UnityDashboardScreen } from '../shared/dashboards/unity-dashboard-screen.tsx';

export const Route = createFileRoute('/monitor/fleet-overview')({
  staticData: {
    name: 'fleet-overview',
    title: 'Route_fleet-overview',
    navigation: { order: 20 },
    permission: 'PageFleetOverviewMonitor',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: () => <UnityDashboardScreen name="fleet-overview" />,
});
