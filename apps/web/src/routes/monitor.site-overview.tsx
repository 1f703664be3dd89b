import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { SiteOverviewScreen } from '../features/dashboards/overview-screen.tsx';
import { siteSearchSchema } from '../features/dashboards/site-search.ts';

export const Route = createFileRoute('/monitor/site-overview')({
  staticData: {
    name: 'monitor-site-overview',
    title: 'Route_monitor-site-overview',
    navigation: { order: 30 },
    permission: 'PageSiteOverviewMonitor',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  validateSearch: siteSearchSchema,
  component: MonitoredSite,
});

function MonitoredSite() {
  const { site } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SiteOverviewScreen
      name="site-overview"
      library={WIDGETS}
      siteId={site}
      onSite={(chosen) => void navigate({ search: (before) => ({ ...before, site: chosen }), replace: true })}
    />
  );
}
