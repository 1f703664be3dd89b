import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { homeDashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { TrustLine } from '../../shared/dashboards/trust-line.tsx';
import { powerText } from '../../shared/fleet/fleet-text.ts';
import { pageFleet } from '../../shared/fleet/page-fleet.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { siteStatusQuery } from '../../shared/widgets/site-status.queries.ts';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { widgetTypesQuery } from '../../shared/widgets/widget-types.queries.ts';
import { FirstWidgetTypes } from '../../shared/widgets/widget-types.tsx';
import { FocusChip } from '../../workspace/fleet/focus-chip.tsx';
import { type Fleet, useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import { DemoBanner } from './demo-banner.tsx';
import { demoProgressQuery } from './home.queries.ts';

/** Numbers and the list of sites: they load while the dashboard is asked for, and are drawn before any picture. */
const FIRST_TYPES = ['keyMetric', 'kpiTable'];

/** The fleet now: power and losses, age of data, and the sites that need attention first. */
export function HomeScreen({ library }: { library: WidgetLibrary }) {
  const { formatMessage, locale } = useIntl();
  usePrefetchQuery(widgetTypesQuery(library, FIRST_TYPES));
  const { sites, enterprises, status, error, refetch } = useFleet();
  const demo = useQuery(demoProgressQuery());
  const siteStatus = useQuery(siteStatusQuery()).data;
  const fleet = siteStatus && status === 'success' && pageFleet(sites, siteStatus);
  const subtitle =
    fleet && sites.length > 0
      ? formatMessage({ id: 'Home_Subtitle' }, { count: sites.length, rating: powerText(fleet.ratedPowerKw, locale) })
      : undefined;
  return (
    <Screen
      title={formatMessage({ id: 'Home_Title' })}
      subtitle={
        <>
          {subtitle} <FocusChip sites={sites} />
        </>
      }
      actions={fleet ? <TrustLine fleet={fleet} /> : undefined}
    >
      {demo.data && <DemoBanner progress={demo.data} />}
      {status === 'error' && <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={refetch} />}
      {status === 'success' &&
        (sites.length === 0 ? <NoSites /> : <HomeWidgets sites={sites} enterprises={enterprises} library={library} />)}
    </Screen>
  );
}

function HomeWidgets({ sites, enterprises, library }: Pick<Fleet, 'sites' | 'enterprises'> & { library: WidgetLibrary }) {
  const home = useQuery(homeDashboardQuery());
  const page = useWidgetPage(sites, enterprises);
  return (
    <QueryView query={home} level="page">
      {({ dashboard: { widgets } }) =>
        page && (
          <FirstWidgetTypes library={library} of={widgets} first={FIRST_TYPES}>
            {(registry, loading) => <WidgetGrid widgets={widgets} registry={registry} loading={loading} page={page} />}
          </FirstWidgetTypes>
        )
      }
    </QueryView>
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
