import { createFileRoute } from '@tanstack/react-router';
import { UnityDashboardScreen } from '../shared/dashboards/unity-dashboard-screen.tsx';

export const Route = createFileRoute('/analyze/site-overview')({
  staticData: {
    name: 'analyze-site-overview',
    title: 'Route_analyze-site-overview',
    navigation: { order: 10 },
    permission: 'PageAnalyzeSiteOverview',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: () => <UnityDashboardScreen name="site-overview" />,
});
