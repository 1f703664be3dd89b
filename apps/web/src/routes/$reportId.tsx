import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Route = createFileRoute('/$reportId')({
  // Only what can be the id of a report: every other unknown path is not found.
  params: { parse: ({ reportId }) => (UUID.test(reportId) ? { reportId } : false) },
  staticData: {
    name: 'report-pdf',
    title: 'Route_report-pdf',
    permission: 'PageReportsOverview',
  },
  component: ComingSoon,
});
