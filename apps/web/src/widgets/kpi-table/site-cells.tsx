import type { Site } from '@solvane/contract/fleet';
import type { MetricRow } from '@solvane/contract/metric-values';
import type { PageDevice } from '@solvane/contract/widgets/widget-devices';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { TypeCounts } from '../../shared/events/type-counts.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import type { MonthFigures } from '../../shared/fleet/fleet-month.ts';
import type { SiteNow } from '../../shared/fleet/fleet-now.ts';
import { losesPower, OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { useStudioLink } from '../../workspace/fleet/use-studio-link.ts';
import classes from './kpi-table.module.css';

export interface SiteRow extends SiteNow {
  figures: MonthFigures | undefined;
  /** Share of the values of the period that are valid. undefined: not asked for, or not there yet */
  validData?: MetricRow | undefined;
  nowMs: number;
}

const Places = createContext({ hasOverview: false, hasStates: false });

/** Where names lead to, found out once for all rows of a table. */
export function NamePlaces({ children }: { children: ReactNode }) {
  const [hasOverview, hasStates] = [usePermission('PageSiteOverviewMonitor'), usePermission('PageDeviceStateMonitor')];
  return <Places value={useMemo(() => ({ hasOverview, hasStates }), [hasOverview, hasStates])}>{children}</Places>;
}

/** How many of which type, and where they are listed. */
export function OpenEvents({ row: { site, openEvents, openByType } }: { row: SiteRow }) {
  const { formatMessage } = useIntl();
  const count = openEvents ?? 0;
  if (count === 0) return <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_OpenEvents_Nothing' })}</span>;
  return (
    <Link to="/event-log" search={{ q: OPEN_EVENTS, devices: [site.siteSegmentId] }} className={classes.name}>
      <span className={widgetClasses.unseen}>{formatMessage({ id: 'Home_OpenEvents_Of' }, { count, site: site.name })}: </span>
      <TypeCounts counts={openByType} />
    </Link>
  );
}

/** Energy type, name and country of a site; the name leads to its overview, or to its chart for users without overviews. */
export function SiteName({ row, localTime }: { row: SiteRow; localTime: string | undefined }) {
  const { site, age } = row;
  const { hasOverview } = use(Places);
  const shown = { className: classes.name, 'data-strong': age.isStale || losesPower(row) || undefined, children: site.name };
  const { country, energyType } = site.metadata;
  return (
    <span className={classes.site}>
      <EnergyTypeIcon energyType={energyType} />
      {hasOverview ? <Link to="/monitor/site-overview" search={{ site: site.siteId }} {...shown} /> : <ChartLink site={site} {...shown} />}
      <span className={widgetClasses.quiet} title={localTime}>
        {country}
      </span>
    </span>
  );
}

/** Where a chart of the site begins is known with its devices. */
function ChartLink({ site, ...shown }: { site: Site; className: string | undefined; children: string }) {
  const { formatMessage } = useIntl();
  const { search, onClick } = useStudioLink(site);
  return (
    <Link
      to="/data-studio"
      search={{ ...search }}
      onClick={onClick}
      title={formatMessage({ id: 'Home_OpenInStudio' }, { site: site.name })}
      {...shown}
    />
  );
}

/** The name leads to the states of the devices of its site. */
export function DeviceName({ device: { site, name } }: { device: PageDevice }) {
  const { hasStates } = use(Places);
  if (!hasStates) return name;
  return (
    <Link to="/monitor/device-state" search={{ devices: [site.siteSegmentId] }} className={classes.name}>
      {name}
    </Link>
  );
}
