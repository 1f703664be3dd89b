import { createFileRoute } from '@tanstack/react-router';
import { GetStartedScreen } from '../features/get-started/get-started-screen.tsx';

export const Route = createFileRoute('/get-started')({
  staticData: {
    name: 'get-started',
    title: 'Route_get-started',
    permission: 'EditMetadata',
  },
  component: GetStartedScreen,
});
