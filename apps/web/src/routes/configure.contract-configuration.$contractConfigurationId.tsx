import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonOf } from '../shared/states/coming-soon-of.tsx';

export const Route = createFileRoute('/configure/contract-configuration/$contractConfigurationId')({
  staticData: {
    name: 'contract-configuration',
    title: 'Route_contract-configuration',
    parent: 'contracts',
    permission: 'PageContracts',
  },
  component: ContractConfigurationPage,
});

function ContractConfigurationPage() {
  return <ComingSoonOf kind="contractConfiguration" id={Route.useParams().contractConfigurationId} />;
}
