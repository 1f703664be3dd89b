import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/manage-data/data-invalidation')({
  staticData: {
    name: 'data-invalidation',
    title: 'Route_data-invalidation',
    navigation: { order: 20 },
    isComing: true,
    permission: 'PageDataInvalidation',
    devicePanel: true,
    signalsPanel: true,
    signalsCalcTypes: ['ManualValidationFlag'],
    datePicker: true,
    share: true,
  },
  component: ComingSoon,
});
