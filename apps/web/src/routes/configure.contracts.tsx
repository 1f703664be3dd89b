import { createFileRoute } from '@tanstack/react-router';
import { contractsSearchSchema } from '../features/contracts/contract-search.ts';
import { ContractsScreen } from '../features/contracts/contracts-screen.tsx';

export const Route = createFileRoute('/configure/contracts')({
  staticData: {
    name: 'contracts',
    title: 'Route_contracts',
    navigation: { order: 10 },
    permission: 'PageContracts',
  },
  validateSearch: contractsSearchSchema,
  component: Contracts,
});

function Contracts() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ContractsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
