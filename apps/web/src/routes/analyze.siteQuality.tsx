import { createFileRoute } from '@tanstack/react-router';
import { UnityDashboardScreen } from '../shared/dashboards/unity-dashboard-screen.tsx';

export const Route = createFileRoute('/analyze/siteQuality')({
  staticData: {
    name: 'siteQuality',
    title: 'Route_siteQuality',
    navigation: { order: 30 },
    permission: 'PageSiteQualityAnalyze',
    feature: 'siteQualityDashboard',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: () => <UnityDashboardScreen name="site-quality" />,
});
