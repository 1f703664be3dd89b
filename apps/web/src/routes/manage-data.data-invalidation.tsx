import { createFileRoute } from '@tanstack/react-router';
import { DataInvalidationScreen } from '../features/data-invalidation/data-invalidation-screen.tsx';

export const Route = createFileRoute('/manage-data/data-invalidation')({
  staticData: {
    name: 'data-invalidation',
    title: 'Route_data-invalidation',
    navigation: { order: 20 },
    permission: 'PageDataInvalidation',
    devicePanel: true,
    signalsPanel: true,
    signalsCalcTypes: ['ManualValidationFlag'],
    datePicker: true,
    share: true,
  },
  component: DataInvalidationScreen,
});
