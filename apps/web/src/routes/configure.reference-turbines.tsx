import { createFileRoute } from '@tanstack/react-router';
import { referenceSearchSchema } from '../features/reference-turbines/reference-search.ts';
import { ReferenceTurbinesScreen } from '../features/reference-turbines/reference-turbines-screen.tsx';

export const Route = createFileRoute('/configure/reference-turbines')({
  staticData: {
    name: 'reference-turbines',
    title: 'Route_reference-turbines',
    navigation: { order: 20 },
    permission: 'PageReferenceTurbines',
  },
  validateSearch: referenceSearchSchema,
  component: ReferenceTurbines,
});

function ReferenceTurbines() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ReferenceTurbinesScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
