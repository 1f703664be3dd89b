import { siteIdSchema } from '@solvane/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DataReportScreen } from '../features/data-report/data-report-screen.tsx';

export const Route = createFileRoute('/data-report/$siteId')({
  staticData: { name: 'data-report', title: 'Route_data-report', parent: 'ingestion-status' },
  params: { parse: ({ siteId }) => ({ siteId: siteIdSchema.parse(siteId) }) },
  validateSearch: z.object({ from: z.number().int().optional().catch(undefined), to: z.number().int().optional().catch(undefined) }),
  component: DataReportPage,
});

function DataReportPage() {
  const { siteId } = Route.useParams();
  const { from, to } = Route.useSearch();
  return <DataReportScreen key={siteId} siteId={siteId} startMs={from} endMs={to} />;
}
