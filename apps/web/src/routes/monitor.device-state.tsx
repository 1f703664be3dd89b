import { createFileRoute } from '@tanstack/react-router';
import { DeviceStateScreen } from '../features/device-state/device-state-screen.tsx';
import { deviceStateSearchSchema } from '../features/device-state/device-state-search.ts';

export const Route = createFileRoute('/monitor/device-state')({
  staticData: {
    name: 'device-state',
    title: 'Route_device-state',
    navigation: { order: 10 },
    permission: 'PageDeviceStateMonitor',
    feature: 'deviceStatePage',
    devicePanel: { segmentTypes: ['Site'] },
    share: true,
  },
  validateSearch: deviceStateSearchSchema,
  component: DeviceStates,
});

function DeviceStates() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DeviceStateScreen search={search} onSearch={(own) => void navigate({ search: (before) => ({ ...before, ...own }), replace: true })} />
  );
}
