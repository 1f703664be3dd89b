import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

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
  component: ComingSoon,
});
