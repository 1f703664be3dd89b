import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

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
  component: ComingSoon,
});
