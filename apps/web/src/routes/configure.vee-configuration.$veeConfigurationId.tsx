import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonOf } from '../shared/states/coming-soon-of.tsx';

export const Route = createFileRoute('/configure/vee-configuration/$veeConfigurationId')({
  staticData: {
    name: 'vee-configuration',
    title: 'Route_vee-configuration',
    parent: 'data-quality',
    permission: 'ReadDataQualityVee',
    sidePanel: true,
  },
  component: VeeConfigurationPage,
});

function VeeConfigurationPage() {
  return <ComingSoonOf kind="dataQualityConfiguration" id={Route.useParams().veeConfigurationId} />;
}
