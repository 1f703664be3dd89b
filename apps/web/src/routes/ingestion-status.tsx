import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/ingestion-status')({
  staticData: {
    name: 'ingestion-status',
    title: 'Route_ingestion-status',
  },
  component: ComingSoon,
});
