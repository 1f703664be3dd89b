import { createFileRoute } from '@tanstack/react-router';
import { ModelDataScreen } from '../features/model-data/model-data-screen.tsx';
import { modelDataSearchSchema } from '../features/model-data/model-data-search.ts';

export const Route = createFileRoute('/configure/model-data')({
  staticData: {
    name: 'model-data',
    title: 'Route_model-data',
    navigation: { order: 80 },
    permission: 'ReadModelData',
  },
  validateSearch: modelDataSearchSchema,
  component: ModelData,
});

function ModelData() {
  const navigate = Route.useNavigate();
  return (
    <ModelDataScreen
      search={Route.useSearch()}
      onSearch={(search, { isNewPlace = false } = {}) => void navigate({ search, replace: !isNewPlace })}
    />
  );
}
