import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/debug')({
  staticData: {
    name: 'debug',
    title: 'Route_debug',
    navigation: { order: 200, icon: 'debug', providerOnly: true },
  },
  component: ComingSoon,
});
