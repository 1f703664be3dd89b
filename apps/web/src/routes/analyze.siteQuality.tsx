import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

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
  component: ComingSoon,
});
