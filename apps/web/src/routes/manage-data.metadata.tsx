import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/manage-data/metadata')({
  staticData: {
    name: 'metadata',
    title: 'Route_metadata',
    navigation: { order: 10 },
    permission: 'PageMetadataEditor',
    devicePanel: true,
    share: true,
  },
  component: ComingSoon,
});
