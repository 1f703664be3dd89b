import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/contracts')({
  staticData: {
    name: 'contracts',
    title: 'Route_contracts',
    navigation: { order: 10 },
    isComing: true,
    permission: 'PageContracts',
  },
  component: ComingSoon,
});
