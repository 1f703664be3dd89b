import { createFileRoute } from '@tanstack/react-router';
import { DeviceSelect } from '../app/form-panel/device-select.tsx';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { GalleryScreen } from '../features/debug-gallery/gallery-screen.tsx';

export const Route = createFileRoute('/debug')({
  staticData: {
    name: 'debug',
    title: 'Route_debug',
    sidePanel: true,
    navigation: { order: 200, icon: 'debug', providerOnly: true },
  },
  component: () => <GalleryScreen library={WIDGETS} DeviceSelect={DeviceSelect} />,
});
