import { createFileRoute } from '@tanstack/react-router';
import { UnityDashboardScreen } from '../shared/dashboards/unity-dashboard-screen.tsx';

export const Route = createFileRoute('/analyze/insights/$insightId/dashboard/$dashboardName')({
  staticData: {
    name: 'insight-dashboard',
    title: 'Route_insight-dashboard',
    parent: 'insights',
    permission: 'ReadInsight',
    share: true,
  },
  component: InsightDashboardPage,
});

function InsightDashboardPage() {
  const { insightId, dashboardName } = Route.useParams();
  return <UnityDashboardScreen name={dashboardName} parameters={{ insightId }} />;
}
