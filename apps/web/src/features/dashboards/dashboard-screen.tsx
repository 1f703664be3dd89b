import { type Dashboard, type DashboardId, dashboardIdSchema } from '@solvane/contract/dashboards';
import { AppError } from '@solvane/contract/errors';
import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { WidgetRegistry } from '../../shared/widgets/define-widget.ts';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { useDashboardTitle } from './dashboard-title.ts';
import classes from './dashboards.module.css';

interface DashboardScreenProps {
  dashboardId: string;
  registry: WidgetRegistry;
}

/** One dashboard for those who read it. */
export function DashboardScreen({ dashboardId, registry }: DashboardScreenProps) {
  const id = dashboardIdSchema.safeParse(dashboardId);
  return id.success ? <ReadDashboard dashboardId={id.data} registry={registry} /> : <NoDashboard />;
}

function ReadDashboard({ dashboardId, registry }: { dashboardId: DashboardId; registry: WidgetRegistry }) {
  const { formatMessage } = useIntl();
  const titleOf = useDashboardTitle();
  const query = useQuery(dashboardQuery(dashboardId));
  if (query.error instanceof AppError && query.error.code === 'dashboards.notFound') return <NoDashboard />;
  const title = query.data ? titleOf(query.data) : formatMessage({ id: 'Route_dashboard' });
  return (
    <Screen title={title} subtitle={query.data?.description} {...(query.data && { actions: <DashboardMenu dashboard={query.data} /> })}>
      <QueryView query={query} level="page">
        {(dashboard) => <DashboardView dashboard={dashboard} registry={registry} />}
      </QueryView>
    </Screen>
  );
}

function NoDashboard() {
  const { formatMessage } = useIntl();
  return (
    <Screen title={formatMessage({ id: 'Route_dashboard' })} hideTitle>
      <EntityNotFound kind="dashboard" level="page" />
    </Screen>
  );
}

function DashboardView({ dashboard, registry }: { dashboard: Dashboard; registry: WidgetRegistry }) {
  const { formatMessage } = useIntl();
  const { enterprises, sites } = useFleet();
  const page = useWidgetPage(useSitesOf(dashboard, sites), enterprises);
  const { widgets, hiddenDevices } = dashboard;
  return (
    <>
      {hiddenDevices > 0 && <p className={classes.hidden}>{formatMessage({ id: 'Dashboard_Hidden' }, { count: hiddenDevices })}</p>}
      {widgets.length === 0 && <p className={classes.hidden}>{formatMessage({ id: 'Dashboard_Empty' })}</p>}
      {page && <WidgetGrid widgets={widgets} registry={registry} page={page} />}
    </>
  );
}

/** Sites that the dashboard is about: all, those of some types, or those that its devices belong to. */
function useSitesOf({ defaults: { devices, energyTypes } }: Dashboard, allSites: readonly Site[]): readonly Site[] {
  const { trees } = useTrees();
  const types: ReadonlySet<string> = new Set(energyTypes);
  const sites = types.size === 0 ? allSites : allSites.filter(({ metadata }) => types.has(metadata.energyType));
  if (devices === 'all') return sites;
  const wanted: ReadonlySet<string> = new Set(devices);
  return sites.filter(
    ({ siteId, siteSegmentId }) => wanted.has(siteSegmentId) || trees.get(siteId)?.nodes.some(({ id }) => wanted.has(id)) === true,
  );
}
