import { createFileRoute } from '@tanstack/react-router';
import { DataQualityScreen } from '../features/data-quality/data-quality-screen.tsx';

export const Route = createFileRoute('/configure/data-quality')({
  staticData: {
    name: 'data-quality',
    title: 'Route_data-quality',
    navigation: { order: 30 },
    permission: 'PageDataQuality',
  },
  component: DataQualityScreen,
});
