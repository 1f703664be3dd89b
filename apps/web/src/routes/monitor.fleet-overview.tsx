import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { FleetOverviewScreen } from '../features/dashboards/overview-screen.tsx';

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
  component: () => <FleetOverviewScreen name="fleet-overview" library={WIDGETS} />,
});
