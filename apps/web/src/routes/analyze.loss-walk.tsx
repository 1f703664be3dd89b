import { createFileRoute } from '@tanstack/react-router';
import { LossWalkScreen } from '../features/loss-walk/loss-walk-screen.tsx';
import { lossWalkSearchSchema } from '../features/loss-walk/loss-walk-search.ts';

export const Route = createFileRoute('/analyze/loss-walk')({
  staticData: {
    name: 'loss-walk',
    title: 'Route_loss-walk',
    navigation: { order: 40 },
    permission: 'PageDataStudio',
    datePicker: true,
    share: true,
  },
  validateSearch: lossWalkSearchSchema,
  component: LossWalkPage,
});

function LossWalkPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LossWalkScreen search={search} onSearch={(next) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true })} />
  );
}
