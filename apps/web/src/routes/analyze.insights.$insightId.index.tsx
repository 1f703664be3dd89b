import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/analyze/insights/$insightId/')({
  staticData: {
    name: 'insight',
    title: 'Route_insight',
    parent: 'insights',
    permission: 'ReadInsight',
    share: true,
  },
  component: ComingSoon,
});
