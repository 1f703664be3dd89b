import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconClock, IconSolarPanel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { commonZone } from '../../shared/fleet/fleet-zone.ts';
import { siteStatusQuery } from '../../shared/fleet/site-status.queries.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { zoneName } from '../../shared/time/zone-name.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { DemoBanner } from './demo-banner.tsx';
import { type FleetMonth, fleetMonth, runningMonth } from './fleet-month.ts';
import { type FleetNow, fleetNow } from './fleet-now.ts';
import { FleetStrip } from './fleet-strip.tsx';
import { powerText } from './fleet-words.ts';
import classes from './home.module.css';
import { demoProgressQuery, fleetResultsQuery, ingestionQuery } from './home.queries.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { PowerWidget } from './power-widget.tsx';
import { SitesList, SitesTable } from './sites-table.tsx';

/** Words and marks of events come with the first look, not with the first screen. */
const OpenEvents = lazy(() => import('./open-events.tsx'));

/** The fleet now: what it delivers and loses, how old the data are, and the sites that need attention first. */
export function HomeScreen() {
  const { formatMessage, locale } = useIntl();
  const sites = useFleet();
  const status = useQuery(siteStatusQuery());
  const ingestion = useQuery(ingestionQuery());
  const demo = useQuery(demoProgressQuery());
  useSiteChanges(() => void Promise.all([status.refetch(), ingestion.refetch()]));
  const error = sites.error ?? status.error;
  const fleet =
    sites.status === 'success' && status.data && fleetNow({ sites: sites.sites, statuses: status.data.items, nowMs: status.data.nowMs });

  return (
    <Screen
      title={formatMessage({ id: 'Home_Title' })}
      subtitle={
        fleet && fleet.sites.length > 0
          ? formatMessage({ id: 'Home_Subtitle' }, { count: fleet.sites.length, rating: powerText(fleet.ratedPowerKw, locale) })
          : undefined
      }
      actions={fleet ? <TrustLine fleet={fleet} /> : undefined}
    >
      <div className={classes.home}>
        {demo.data && <DemoBanner progress={demo.data} />}
        <HomeContent
          fleet={fleet || null}
          error={error}
          ingestion={ingestion.data ? totals(ingestion.data.items) : null}
          onRetry={() => {
            sites.refetch();
            void status.refetch();
          }}
        />
      </div>
    </Screen>
  );
}

interface HomeContentProps {
  /** null: not known yet. */
  fleet: FleetNow | null;
  error: Error | null;
  ingestion: { pointsLastHour: number } | null;
  onRetry: () => void;
}

function HomeContent({ fleet, error, ingestion, onRetry }: HomeContentProps) {
  const isPhone = useMediaQuery('(max-width: 699px)');
  const access = useAccess();
  const zone = commonZone(fleet?.sites.map(({ site }) => site.metadata.timezone) ?? []);
  const month = useMonth(fleet, zone);
  if (!fleet)
    return error ? <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={onRetry} /> : <HomeSkeleton />;
  if (fleet.sites.length === 0) return <NoSites />;
  return (
    <>
      <FleetStrip fleet={fleet} ingestion={ingestion} month={month} zone={zone} />
      {isPhone ? <SitesList fleet={fleet} /> : <SitesTable fleet={fleet} month={month} />}
      {hasPermission(access, 'PageEventLogs') && (
        <Suspense>
          <OpenEvents sites={fleet.sites} nowMs={fleet.nowMs} />
        </Suspense>
      )}
      {!isPhone && <PowerWidget />}
    </>
  );
}

/** Who may describe plants is led there; anybody else can only ask those who may. */
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

/** The running month of the sites on the screen. */
function useMonth(fleet: FleetNow | null, zone: string): FleetMonth | null {
  const mayRead = hasPermission(useAccess(), 'PageDataStudio');
  const { data } = useQuery(fleetResultsQuery(fleet && mayRead ? runningMonth(fleet.nowMs, zone) : null));
  return useMemo(() => {
    const shown = new Set<string>(fleet?.sites.map(({ site }) => site.siteId));
    return data ? fleetMonth(data.items.filter(({ siteId }) => shown.has(siteId))) : null;
  }, [data, fleet]);
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

function totals(items: readonly { pointsLastHour: number }[]): { pointsLastHour: number } {
  return { pointsLastHour: items.reduce((sum, { pointsLastHour }) => sum + pointsLastHour, 0) };
}
