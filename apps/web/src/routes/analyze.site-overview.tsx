import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { SiteOverviewScreen } from '../features/dashboards/overview-screen.tsx';
import { siteSearchSchema } from '../features/dashboards/site-search.ts';

export const Route = createFileRoute('/analyze/site-overview')({
  staticData: {
    name: 'analyze-site-overview',
    title: 'Route_analyze-site-overview',
    navigation: { order: 10 },
    permission: 'PageAnalyzeSiteOverview',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  validateSearch: siteSearchSchema,
  component: AnalyzedSite,
});

function AnalyzedSite() {
  const { site } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SiteOverviewScreen
      name="site-analysis"
      library={WIDGETS}
      siteId={site}
      onSite={(chosen) => void navigate({ search: (before) => ({ ...before, site: chosen }), replace: true })}
    />
  );
}
