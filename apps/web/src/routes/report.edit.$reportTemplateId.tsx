import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonOf } from '../shared/states/coming-soon-of.tsx';

export const Route = createFileRoute('/report/edit/$reportTemplateId')({
  staticData: {
    name: 'report-edit',
    title: 'Route_report-edit',
    parent: 'report',
    permission: 'PageReportsOverview',
    devicePanel: true,
    datePicker: true,
  },
  component: ReportTemplatePage,
});

function ReportTemplatePage() {
  return <ComingSoonOf kind="report" id={Route.useParams().reportTemplateId} />;
}
