import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { DeviceSelect } from '../app/form-panel/device-select.tsx';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { DataStudioScreen } from '../features/data-studio/data-studio-screen.tsx';
import { type StudioSearch, studioSearchSchema } from '../features/data-studio/studio-search.ts';

export const Route = createFileRoute('/data-studio')({
  staticData: {
    name: 'data-studio',
    title: 'Route_data-studio',
    navigation: { order: 30, icon: 'data-studio' },
    permission: 'PageDataStudio',
    devicePanel: true,
    signalsPanel: true,
    datePicker: true,
    share: true,
    sidePanel: true,
  },
  validateSearch: studioSearchSchema,
  component: DataStudio,
});

function DataStudio() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const setSearch = useCallback(
    (patch: Partial<StudioSearch>) => void navigate({ search: (before) => ({ ...before, ...patch }), replace: true }),
    [navigate],
  );
  return <DataStudioScreen search={search} onSearch={setSearch} library={WIDGETS} DeviceSelect={DeviceSelect} />;
}
