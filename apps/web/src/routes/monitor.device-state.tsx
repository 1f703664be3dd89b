import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/monitor/device-state')({
  staticData: {
    name: 'device-state',
    title: 'Route_device-state',
    navigation: { order: 10 },
    isComing: true,
    permission: 'PageDeviceStateMonitor',
    feature: 'deviceStatePage',
    devicePanel: { segmentTypes: ['Site'] },
    share: true,
  },
  component: ComingSoon,
});
