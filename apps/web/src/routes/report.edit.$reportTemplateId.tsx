import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/report/edit/$reportTemplateId')({
  staticData: {
    name: 'report-edit',
    title: 'Route_report-edit',
    parent: 'report',
    permission: 'PageReportsOverview',
    devicePanel: true,
    datePicker: true,
  },
  component: ComingSoon,
});
