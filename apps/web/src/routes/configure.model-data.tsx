import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/model-data')({
  staticData: {
    name: 'model-data',
    title: 'Route_model-data',
    navigation: { order: 80 },
    isComing: true,
    permission: 'ReadModelData',
  },
  component: ComingSoon,
});
