import { createFileRoute } from '@tanstack/react-router';
import { budgetSearchSchema } from '../features/budgets/budget-search.ts';
import { BudgetsScreen } from '../features/budgets/budgets-screen.tsx';

export const Route = createFileRoute('/configure/budgets')({
  staticData: {
    name: 'budgets',
    title: 'Route_budgets',
    navigation: { order: 82 },
    permission: 'ReadModelData',
  },
  validateSearch: budgetSearchSchema,
  component: Budgets,
});

function Budgets() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <BudgetsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
