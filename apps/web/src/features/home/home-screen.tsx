import { Button } from '@mantine/core';
import { IconClock, IconSolarPanel } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { homeDashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { type FleetNow, fleetNow } from '../../shared/fleet/fleet-now.ts';
import { powerText } from '../../shared/fleet/fleet-text.ts';
import { siteStatusQuery } from '../../shared/fleet/site-status.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { zoneName } from '../../shared/time/zone-name.ts';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { widgetTypesQuery } from '../../shared/widgets/widget-types.queries.ts';
import { WidgetTypes } from '../../shared/widgets/widget-types.tsx';
import { type Fleet, useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import { DemoBanner } from './demo-banner.tsx';
import classes from './home.module.css';
import { demoProgressQuery } from './home.queries.ts';
import { HOME_TYPES, homeWidgets } from './home-widgets.ts';

const BUILT_IN_HOME = 'builtin.home';

/** The fleet now: power and losses, age of data, and the sites that need attention first. */
export function HomeScreen({ library }: { library: WidgetLibrary }) {
  const { formatMessage, locale } = useIntl();
  usePrefetchQuery(widgetTypesQuery(library, HOME_TYPES));
  const { sites, enterprises, status, error, refetch } = useFleet();
  const demo = useQuery(demoProgressQuery());
  const siteStatus = useQuery(siteStatusQuery()).data;
  const fleet = siteStatus && status === 'success' && fleetNow({ sites, statuses: siteStatus.items, nowMs: siteStatus.nowMs });
  const subtitle =
    fleet && sites.length > 0
      ? formatMessage({ id: 'Home_Subtitle' }, { count: sites.length, rating: powerText(fleet.ratedPowerKw, locale) })
      : undefined;
  return (
    <Screen title={formatMessage({ id: 'Home_Title' })} subtitle={subtitle} actions={fleet ? <TrustLine fleet={fleet} /> : undefined}>
      {demo.data && <DemoBanner progress={demo.data} />}
      {status === 'error' && <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={refetch} />}
      {status === 'success' &&
        (sites.length === 0 ? <NoSites /> : <HomeWidgets sites={sites} enterprises={enterprises} library={library} />)}
    </Screen>
  );
}

function HomeWidgets({ sites, enterprises, library }: Pick<Fleet, 'sites' | 'enterprises'> & { library: WidgetLibrary }) {
  const access = useAccess();
  const home = useQuery(homeDashboardQuery());
  const page = useWidgetPage(sites, enterprises);
  const builtIn = useMemo(() => homeWidgets((permission) => hasPermission(access, permission)), [access]);
  const chosen = home.data?.dashboard;
  // The one of the product leaves out what the user may not read.
  const widgets = chosen && chosen.dashboardId !== BUILT_IN_HOME ? chosen.widgets : builtIn;
  return (
    page &&
    home.isFetched && (
      <WidgetTypes library={library} of={widgets}>
        {(registry) => <WidgetGrid widgets={widgets} registry={registry} page={page} />}
      </WidgetTypes>
    )
  );
}

/** The way on depends on the permission to describe plants. */
function NoSites() {
  const { formatMessage } = useIntl();
  const mayDescribe = hasPermission(useAccess(), 'EditMetadata');
  return (
    <StateMessage
      icon={<IconSolarPanel />}
      level="page"
      title={formatMessage({ id: mayDescribe ? 'Home_NoSites_Title' : 'Home_NoSitesForYou_Title' })}
      actions={
        mayDescribe && (
          <Button component={Link} to="/get-started">
            {formatMessage({ id: 'Home_NoSites_Action' })}
          </Button>
        )
      }
    >
      {formatMessage({ id: mayDescribe ? 'Home_NoSites_Message' : 'Home_NoSitesForYou_Message' })}
    </StateMessage>
  );
}

/** Up to when there are data, and the one site whose are oldest: the only warm colour up there. */
function TrustLine({ fleet: { dataToMs, stale } }: { fleet: FleetNow }) {
  const { formatMessage, formatTime, locale } = useIntl();
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  return (
    <div className={classes.trust}>
      {dataToMs !== null && (
        <span>
          {formatMessage(
            { id: 'Home_DataTo' },
            {
              time: <b key="time">{formatTime(dataToMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}</b>,
              zone: zoneName(dataToMs, locale),
            },
          )}
        </span>
      )}
      {oldest && (
        <span className={classes.stale}>
          <IconClock size={15} stroke={1.6} aria-hidden />
          {oldest.age.ageMs === null
            ? formatMessage({ id: 'Home_NeverData' }, { site: oldest.site.name })
            : formatMessage({ id: 'Home_Old' }, { site: oldest.site.name, age: ageText(oldest.age.ageMs, formatMessage) })}
        </span>
      )}
    </div>
  );
}
