import { createFileRoute } from '@tanstack/react-router';
import { IngestionStatusScreen } from '../features/ingestion-status/ingestion-status-screen.tsx';

export const Route = createFileRoute('/ingestion-status')({
  staticData: {
    name: 'ingestion-status',
    title: 'Route_ingestion-status',
    parent: 'manage-data',
    navigation: { order: 40 },
  },
  component: IngestionStatusScreen,
});
