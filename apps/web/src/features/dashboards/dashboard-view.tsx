import type { Dashboard } from '@solvane/contract/dashboards';
import type { Site } from '@solvane/contract/fleet';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { WidgetTypes } from '../../shared/widgets/widget-types.tsx';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import { usePageRefreshRate } from '../../workspace/refresh.ts';
import classes from './dashboards.module.css';

interface DashboardViewProps {
  dashboard: Dashboard;
  library: WidgetLibrary;
  /** undefined: the sites are not known yet. */
  page: WidgetPage | undefined;
  /** Begins to edit. Absent: this user cannot */
  onEdit?: (() => void) | undefined;
}

/** The widgets of a dashboard, to be read. */
export function DashboardView({ dashboard: { widgets, hiddenDevices, owner }, library, page, onEdit }: DashboardViewProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      {hiddenDevices > 0 && <p className={classes.hidden}>{formatMessage({ id: 'Dashboard_Hidden' }, { count: hiddenDevices })}</p>}
      {widgets.length === 0 && <p className={classes.hidden}>{formatMessage({ id: 'Dashboard_Empty' })}</p>}
      {page && (
        <WidgetTypes library={library} of={widgets}>
          {(registry) => <WidgetGrid widgets={widgets} registry={registry} page={page} owner={owner?.name} onMend={onEdit} />}
        </WidgetTypes>
      )}
    </>
  );
}

/** What a dashboard gives its widgets: its sites with the period in the header. */
export function useDashboardPage(dashboard: Dashboard): WidgetPage | undefined {
  const { enterprises, sites } = useFleet();
  const { devices, refreshMinutes } = dashboard.defaults;
  usePageRefreshRate(refreshMinutes);
  return useWidgetPage(useSitesOf(dashboard, sites), enterprises, { segmentIds: devices === 'all' ? null : devices });
}

/** Sites that the dashboard is about: all, those of some types, or those that its devices belong to. */
export function useSitesOf({ defaults: { devices, energyTypes } }: Dashboard, allSites: readonly Site[]): readonly Site[] {
  const { trees } = useTrees();
  return useMemo(() => {
    const types: ReadonlySet<string> = new Set(energyTypes);
    const sites = types.size === 0 ? allSites : allSites.filter(({ metadata }) => types.has(metadata.energyType));
    if (devices === 'all') return sites;
    const wanted: ReadonlySet<string> = new Set(devices);
    return sites.filter(
      ({ siteId, siteSegmentId }) => wanted.has(siteSegmentId) || trees.get(siteId)?.nodes.some(({ id }) => wanted.has(id)) === true,
    );
  }, [allSites, devices, energyTypes, trees]);
}
