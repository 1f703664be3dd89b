import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/analyze/insights/')({
  staticData: {
    name: 'insights',
    title: 'Route_insights',
    navigation: { order: 20 },
    isComing: true,
    permission: 'PageInsights',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: ComingSoon,
});
