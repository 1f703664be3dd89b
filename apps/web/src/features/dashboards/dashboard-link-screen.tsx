import { type Dashboard, dashboardIdSchema } from '@solvane/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { z } from 'zod';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { useDashboardTitle } from './dashboard-title.ts';
import { DashboardView, useDashboardPage } from './dashboard-view.tsx';

/** The dashboard, and the site that it is opened for; the period stands in the address as everywhere. */
export const dashboardLinkSearchSchema = z.object({
  dashboardId: z.string().optional().catch(undefined),
  site: z.string().optional().catch(undefined),
});

interface DashboardLinkProps extends z.infer<typeof dashboardLinkSearchSchema> {
  library: WidgetLibrary;
}

/** One dashboard for one site and a period, as another system links to it: no panels, nothing to share or edit. */
export function DashboardLinkScreen({ dashboardId, site, library }: DashboardLinkProps) {
  const { formatMessage } = useIntl();
  const titleOf = useDashboardTitle();
  const id = dashboardIdSchema.safeParse(dashboardId);
  const query = useQuery({ ...dashboardQuery(id.data ?? NO_DASHBOARD), enabled: id.success });
  const title = query.data ? titleOf(query.data) : formatMessage({ id: 'Route_dashboard-link' });
  if (!id.success)
    return (
      <Screen title={title} hideTitle>
        <EntityNotFound kind="dashboard" level="page" />
      </Screen>
    );
  return (
    <Screen title={title}>
      <QueryView query={query} level="page">
        {(dashboard) => <LinkedDashboard dashboard={dashboard} site={site} library={library} />}
      </QueryView>
    </Screen>
  );
}

const NO_DASHBOARD = dashboardIdSchema.parse('none');

function LinkedDashboard({ dashboard, site, library }: { dashboard: Dashboard } & Omit<DashboardLinkProps, 'dashboardId'>) {
  const { formatMessage } = useIntl();
  const page = useDashboardPage(dashboard);
  const sites = page && site !== undefined ? page.sites.filter(({ siteId }) => siteId === site) : page?.sites;
  if (sites?.length === 0) return <EntityNotFound kind="site" level="page" />;
  return (
    <>
      {site !== undefined && sites?.[0] && <p>{formatMessage({ id: 'DashboardLink_Site' }, { site: sites[0].name })}</p>}
      <DashboardView dashboard={dashboard} library={library} page={page && sites && { ...page, sites }} />
    </>
  );
}
