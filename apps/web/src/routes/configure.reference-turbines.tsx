import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/reference-turbines')({
  staticData: {
    name: 'reference-turbines',
    title: 'Route_reference-turbines',
    navigation: { order: 20 },
    isComing: true,
    permission: 'PageReferenceTurbines',
    devicePanel: { energyTypes: ['Wind', 'Hybrid'] },
  },
  component: ComingSoon,
});
