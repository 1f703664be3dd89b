import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/data-quality')({
  staticData: {
    name: 'data-quality',
    title: 'Route_data-quality',
    navigation: { order: 30 },
    isComing: true,
    permission: 'PageDataQuality',
  },
  component: ComingSoon,
});
