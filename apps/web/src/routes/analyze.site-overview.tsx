import { dashboardIdSchema } from '@solvane/contract/dashboards';
import { createFileRoute } from '@tanstack/react-router';
import { toDefaultPeriod } from '../app/routing/default-period.ts';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { SiteOverviewScreen } from '../features/dashboards/overview-screen.tsx';
import { siteSearchSchema } from '../features/dashboards/site-search.ts';

const DASHBOARD = { dashboardId: dashboardIdSchema.parse('builtin.site-analysis'), permission: 'PageAnalyzeSiteOverview' } as const;

export const Route = createFileRoute('/analyze/site-overview')({
  staticData: {
    name: 'analyze-site-overview',
    title: 'Route_analyze-site-overview',
    navigation: { order: 10 },
    permission: DASHBOARD.permission,
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  validateSearch: siteSearchSchema,
  loaderDeps: ({ search: { period } }: { search: { period?: unknown } }) => ({ period }),
  loader: async ({ context, deps, location }) => {
    if (deps.period === undefined) await toDefaultPeriod(context.queryClient, DASHBOARD, location);
  },
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
