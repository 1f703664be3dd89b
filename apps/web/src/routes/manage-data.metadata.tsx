import { createFileRoute } from '@tanstack/react-router';
import { MetadataScreen } from '../features/metadata-editor/metadata-screen.tsx';

export const Route = createFileRoute('/manage-data/metadata')({
  staticData: {
    name: 'metadata',
    title: 'Route_metadata',
    navigation: { order: 10 },
    permission: 'PageMetadataEditor',
    devicePanel: true,
    share: true,
    sidePanel: true,
  },
  component: MetadataScreen,
});
