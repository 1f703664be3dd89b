import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/monitor/remote-reset')({
  staticData: {
    name: 'remote-reset',
    title: 'Route_remote-reset',
    navigation: { order: 40 },
    isComing: true,
    feature: 'remoteReset',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: ComingSoon,
});
