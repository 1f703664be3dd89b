import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/configure/vee-configuration/$veeConfigurationId')({
  staticData: {
    name: 'vee-configuration',
    title: 'Route_vee-configuration',
    parent: 'data-quality',
    permission: 'ReadDataQualityVee',
    sidePanel: true,
  },
  component: ComingSoon,
});
