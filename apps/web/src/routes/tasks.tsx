import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/tasks')({
  staticData: {
    name: 'tasks',
    title: 'Route_tasks',
    navigation: { order: 60, icon: 'tasks' },
    isComing: true,
    feature: 'workflow-management-tasks',
  },
  component: ComingSoon,
});
