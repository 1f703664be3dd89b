import { createFileRoute } from '@tanstack/react-router';
import { GetStartedScreen } from '../features/get-started/get-started-screen.tsx';
import { getStartedSearchSchema } from '../features/get-started/get-started-search.ts';

export const Route = createFileRoute('/get-started')({
  staticData: {
    name: 'get-started',
    title: 'Route_get-started',
    permission: 'EditMetadata',
  },
  validateSearch: getStartedSearchSchema,
  component: GetStarted,
});

function GetStarted() {
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <GetStartedScreen step={step} onStep={(next) => void navigate({ search: (before) => ({ ...before, step: next }) })} />;
}
