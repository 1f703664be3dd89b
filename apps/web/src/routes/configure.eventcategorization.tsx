import { createFileRoute } from '@tanstack/react-router';
import { categorySetSearchSchema } from '../features/event-categories/category-set-search.ts';
import { EventCategoriesScreen } from '../features/event-categories/event-categories-screen.tsx';

export const Route = createFileRoute('/configure/eventcategorization')({
  staticData: {
    name: 'eventcategorization',
    title: 'Route_eventcategorization',
    navigation: { order: 70 },
    permission: 'PageEventCategorization',
  },
  validateSearch: categorySetSearchSchema,
  component: EventCategories,
});

function EventCategories() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <EventCategoriesScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
