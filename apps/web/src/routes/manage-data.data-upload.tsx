import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/manage-data/data-upload')({
  staticData: {
    name: 'data-upload',
    title: 'Route_data-upload',
    navigation: { order: 30 },
    isComing: true,
    permission: 'PageDataUpload',
    feature: 'dataUpload',
  },
  component: ComingSoon,
});
