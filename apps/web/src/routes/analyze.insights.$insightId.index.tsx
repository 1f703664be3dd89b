import { createFileRoute } from '@tanstack/react-router';
import { ComingSoonOf } from '../shared/states/coming-soon-of.tsx';

export const Route = createFileRoute('/analyze/insights/$insightId/')({
  staticData: {
    name: 'insight',
    title: 'Route_insight',
    parent: 'insights',
    permission: 'ReadInsight',
    share: true,
  },
  component: InsightPage,
});

function InsightPage() {
  return <ComingSoonOf kind="insight" id={Route.useParams().insightId} />;
}
