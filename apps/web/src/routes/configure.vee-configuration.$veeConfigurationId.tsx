import { createFileRoute } from '@tanstack/react-router';
import { VeeConfigurationScreen } from '../features/data-quality/vee-configuration-screen.tsx';
import { veeSearchSchema } from '../features/data-quality/vee-search.ts';

export const Route = createFileRoute('/configure/vee-configuration/$veeConfigurationId')({
  staticData: {
    name: 'vee-configuration',
    title: 'Route_vee-configuration',
    parent: 'data-quality',
    permission: 'ReadDataQualityVee',
    sidePanel: true,
  },
  validateSearch: veeSearchSchema,
  component: VeeConfigurationPage,
});

function VeeConfigurationPage() {
  const navigate = Route.useNavigate();
  return (
    <VeeConfigurationScreen
      configurationId={Route.useParams().veeConfigurationId}
      search={Route.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
