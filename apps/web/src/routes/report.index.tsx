import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/report/')({
  staticData: {
    name: 'report',
    title: 'Route_report',
    navigation: { order: 70, icon: 'report' },
    isComing: true,
    permission: 'PageReportsOverview',
  },
  component: ComingSoon,
});
