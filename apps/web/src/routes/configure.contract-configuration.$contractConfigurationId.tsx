import { createFileRoute } from '@tanstack/react-router';
import { ContractConfigurationScreen } from '../features/contracts/contract-configuration-screen.tsx';
import { contractSearchSchema } from '../features/contracts/contract-search.ts';

export const Route = createFileRoute('/configure/contract-configuration/$contractConfigurationId')({
  staticData: {
    name: 'contract-configuration',
    title: 'Route_contract-configuration',
    parent: 'contracts',
    permission: 'PageContracts',
  },
  validateSearch: contractSearchSchema,
  component: ContractConfigurationPage,
});

function ContractConfigurationPage() {
  const { contractConfigurationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ContractConfigurationScreen
      contractConfigurationId={contractConfigurationId}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
