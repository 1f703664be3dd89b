import { createFileRoute } from '@tanstack/react-router';
import { coefficientSearchSchema } from '../features/expected-coefficients/coefficient-search.ts';
import { CoefficientsScreen } from '../features/expected-coefficients/coefficients-screen.tsx';

export const Route = createFileRoute('/configure/expected-coefficients')({
  staticData: {
    name: 'expected-coefficients',
    title: 'Route_expected-coefficients',
    navigation: { order: 84 },
    permission: 'ReadModelData',
  },
  validateSearch: coefficientSearchSchema,
  component: Coefficients,
});

function Coefficients() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <CoefficientsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
