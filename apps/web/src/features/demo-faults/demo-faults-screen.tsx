import type { Site } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { Section } from '@solvane/ui/section';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import classes from './demo-faults.module.css';
import { faultsQuery } from './demo-faults.queries.ts';
import { faultPeriod, faultTimes } from './fault-links.ts';
import { FaultLoss } from './fault-loss.tsx';
import { type FaultGroup, type SiteFaults, siteFaults } from './site-faults.ts';

/** More times than these say no more. */
const MOST_TIMES = 6;

/** What was put into the demo fleet, site by site, each with the charts and the events that show it. */
export function DemoFaultsScreen() {
  const { formatMessage } = useIntl();
  const nowMs = useNowMs();
  const faults = useQuery(faultsQuery());
  const sites = useQuery(sitesQuery());
  const error = faults.error ?? sites.error;
  const shown = sites.data && faults.data && siteFaults({ sites: sites.data.sites, faults: faults.data.items, nowMs });

  return (
    <Screen title={formatMessage({ id: 'Route_demo-faults' })} subtitle={shown && shown.length > 0 && <Count shown={shown} />}>
      {error ? (
        <ErrorState
          error={error}
          level="page"
          title="Common_Error_Query_Title"
          onRetry={() => void Promise.all([faults.refetch(), sites.refetch()])}
        />
      ) : !shown ? (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : shown.length === 0 ? (
        <StateMessage icon={<IconFlask />} level="page" title={formatMessage({ id: 'DemoFaults_Empty_Title' })}>
          {formatMessage({ id: 'DemoFaults_Empty_Message' })}
        </StateMessage>
      ) : (
        <div className={classes.content}>
          <p className={classes.intro}>{formatMessage({ id: 'DemoFaults_Intro' })}</p>
          {shown.map((one) => (
            <SiteSection key={one.site.siteId} {...one} />
          ))}
        </div>
      )}
    </Screen>
  );
}

function Count({ shown }: { shown: readonly SiteFaults[] }) {
  const { formatMessage } = useIntl();
  const all = shown.flatMap(({ faults }) => faults);
  return formatMessage(
    { id: 'DemoFaults_Subtitle' },
    { count: new Set(all.map(({ id }) => id)).size, occurrences: all.reduce((sum, { occurrences }) => sum + occurrences.length, 0) },
  );
}

function SiteSection({ site, faults }: SiteFaults) {
  const columns = useFaultColumns(site);
  const title = (
    <span className={classes.site}>
      <EnergyTypeIcon energyType={site.metadata.energyType} />
      {site.name}
    </span>
  );
  return (
    <Section title={title} detail={site.metadata.timezone} isFramed>
      <ScreenTable label={site.name} isBare isHeadHidden rows={faults} columns={columns} getRowId={({ id }) => id} />
    </Section>
  );
}

function useFaultColumns(site: Site): DataColumn<FaultGroup>[] {
  const { formatMessage, formatList } = useIntl();
  const serverText = useServerText();
  const trees = useTrees();
  return [
    {
      id: 'what',
      header: formatMessage({ id: 'DemoFaults_Column_What' }),
      cell: ({ id, description }) => (
        <>
          {serverText(description)}
          <span className={classes.id}>{id}</span>
        </>
      ),
      isRowHeader: true,
      width: 240,
      wraps: true,
      card: 'title',
    },
    {
      id: 'devices',
      header: formatMessage({ id: 'DemoFaults_Column_Devices' }),
      cell: ({ deviceIds }) =>
        formatList(
          deviceIds.map((id) => findNode(trees, id)?.node.name ?? id),
          { type: 'unit' },
        ) || formatMessage({ id: 'DemoFaults_WholeSite' }),
      width: 200,
      wraps: true,
      card: 'subtitle',
    },
    {
      id: 'when',
      header: formatMessage({ id: 'DemoFaults_Column_When' }),
      cell: (fault) => <Occurrences fault={fault} siteSegmentId={site.siteSegmentId} zone={site.metadata.timezone ?? 'UTC'} />,
      width: 372,
      wraps: true,
      card: 'line',
    },
  ];
}

interface OccurrencesProps {
  fault: FaultGroup;
  siteSegmentId: string;
  zone: string;
}

function Occurrences({ fault, siteSegmentId, zone }: OccurrencesProps) {
  const serverText = useServerText();
  const { formatMessage } = useIntl();
  const mayReadEvents = usePermission('PageEventLogs');
  const nowMs = useNowMs();
  const devices = fault.deviceIds.length > 0 ? [...fault.deviceIds] : [siteSegmentId];
  const segmentIds = devices.map((id) => segmentIdSchema.parse(id));
  const what = serverText(fault.description);
  return (
    <div className={classes.when}>
      {fault.occurrences.slice(0, MOST_TIMES).map((occurrence) => {
        const { start, end } = faultTimes(occurrence, zone);
        const when =
          end === null
            ? formatMessage({ id: 'DemoFaults_GoesOn' }, { start })
            : formatMessage({ id: 'DataStudio_Zoom' }, { from: start, to: end });
        const period = faultPeriod(occurrence, zone);
        return (
          <span key={occurrence.startMs} className={classes.occurrence}>
            {fault.signalIds.length === 0 ? (
              <span>{when}</span>
            ) : (
              <Link
                to="/data-studio"
                search={{ devices, signals: [...fault.signalIds], period }}
                aria-label={formatMessage({ id: 'DemoFaults_OpenChart' }, { what, when })}
              >
                {when}
              </Link>
            )}
            {fault.hasEvents && mayReadEvents && (
              <Link
                to="/event-log"
                search={{ devices, period }}
                aria-label={formatMessage({ id: 'DemoFaults_OpenEvents' }, { what, when })}
              >
                {formatMessage({ id: 'DemoFaults_Events' })}
              </Link>
            )}
            {fault.eventCode !== null && mayReadEvents && (
              <FaultLoss
                devices={segmentIds}
                code={fault.eventCode}
                what={what}
                startMs={occurrence.startMs}
                endMs={occurrence.endMs ?? nowMs}
                period={period}
              />
            )}
          </span>
        );
      })}
      {fault.occurrences.length > MOST_TIMES && (
        <span className={classes.quiet}>
          {formatMessage({ id: 'DemoFaults_MoreTimes' }, { count: fault.occurrences.length - MOST_TIMES })}
        </span>
      )}
    </div>
  );
}
