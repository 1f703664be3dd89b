import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/onsite-access')({
  staticData: {
    name: 'onsite-access',
    title: 'Route_onsite-access',
    navigation: { order: 50, icon: 'onsite-access' },
    isComing: true,
    permission: 'PageOnSiteAccess',
    devicePanel: true,
    share: true,
  },
  component: ComingSoon,
});
