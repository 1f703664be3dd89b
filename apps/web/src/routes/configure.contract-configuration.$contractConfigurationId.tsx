import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/contract-configuration/$contractConfigurationId')({
  staticData: {
    name: 'contract-configuration',
    title: 'Route_contract-configuration',
    parent: 'contracts',
    permission: 'PageContracts',
  },
  component: ComingSoon,
});
