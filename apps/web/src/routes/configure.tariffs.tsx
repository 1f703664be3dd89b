import { createFileRoute } from '@tanstack/react-router';
import { tariffSearchSchema } from '../features/tariffs/tariff-search.ts';
import { TariffsScreen } from '../features/tariffs/tariffs-screen.tsx';

export const Route = createFileRoute('/configure/tariffs')({
  staticData: {
    name: 'tariffs',
    title: 'Route_tariffs',
    navigation: { order: 86 },
    permission: 'ReadModelData',
  },
  validateSearch: tariffSearchSchema,
  component: Tariffs,
});

function Tariffs() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <TariffsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
