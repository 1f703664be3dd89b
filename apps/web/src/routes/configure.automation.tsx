import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/automation')({
  staticData: {
    name: 'automation',
    title: 'Route_automation',
    navigation: { order: 50 },
    isComing: true,
    permission: 'PageAutomationOverview',
  },
  component: ComingSoon,
});
