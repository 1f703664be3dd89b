import type { Site } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import type { DataColumn } from '@solvane/ui/data-table-props';
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
import classes from './demo-truths.module.css';
import { truthsQuery } from './demo-truths.queries.ts';
import { type SiteTruths, siteTruths, type TruthGroup } from './site-truths.ts';
import { truthPeriod, truthTimes } from './truth-links.ts';
import { TruthLoss } from './truth-loss.tsx';

/** More times than these say no more. */
const MOST_TIMES = 6;

/** What was put into the demo fleet, site by site, each with the charts and the events that show it. */
export function DemoTruthsScreen() {
  const { formatMessage } = useIntl();
  const nowMs = useNowMs();
  const truths = useQuery(truthsQuery());
  const sites = useQuery(sitesQuery());
  const error = truths.error ?? sites.error;
  const shown = sites.data && truths.data && siteTruths({ sites: sites.data.sites, truths: truths.data.items, nowMs });

  return (
    <Screen title={formatMessage({ id: 'Route_demo-truths' })} subtitle={shown && shown.length > 0 && <Count shown={shown} />}>
      {error ? (
        <ErrorState
          error={error}
          level="page"
          title="Common_Error_Query_Title"
          onRetry={() => void Promise.all([truths.refetch(), sites.refetch()])}
        />
      ) : !shown ? (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : shown.length === 0 ? (
        <StateMessage icon={<IconFlask />} level="page" title={formatMessage({ id: 'DemoTruths_Empty_Title' })}>
          {formatMessage({ id: 'DemoTruths_Empty_Message' })}
        </StateMessage>
      ) : (
        <div className={classes.content}>
          <p className={classes.intro}>{formatMessage({ id: 'DemoTruths_Intro' })}</p>
          {shown.map((one) => (
            <SiteSection key={one.site.siteId} {...one} />
          ))}
        </div>
      )}
    </Screen>
  );
}

function Count({ shown }: { shown: readonly SiteTruths[] }) {
  const { formatMessage } = useIntl();
  const all = shown.flatMap(({ truths }) => truths);
  return formatMessage(
    { id: 'DemoTruths_Subtitle' },
    { count: new Set(all.map(({ id }) => id)).size, occurrences: all.reduce((sum, { occurrences }) => sum + occurrences.length, 0) },
  );
}

function SiteSection({ site, truths }: SiteTruths) {
  const headId = `truths-${site.siteId}`;
  const columns = useTruthColumns(site);
  return (
    <section className={classes.widget} aria-labelledby={headId}>
      <header className={classes.head}>
        <EnergyTypeIcon energyType={site.metadata.energyType} />
        <h2 id={headId}>{site.name}</h2>
        <span className={classes.quiet}>{site.metadata.timezone}</span>
      </header>
      <ScreenTable label={site.name} isBare isHeadHidden rows={truths} columns={columns} getRowId={({ id }) => id} />
    </section>
  );
}

function useTruthColumns(site: Site): DataColumn<TruthGroup>[] {
  const { formatMessage, formatList } = useIntl();
  const serverText = useServerText();
  const trees = useTrees();
  return [
    {
      id: 'what',
      header: formatMessage({ id: 'DemoTruths_Column_What' }),
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
      header: formatMessage({ id: 'DemoTruths_Column_Devices' }),
      cell: ({ deviceIds }) =>
        formatList(
          deviceIds.map((id) => findNode(trees, id)?.node.name ?? id),
          { type: 'unit' },
        ) || formatMessage({ id: 'DemoTruths_WholeSite' }),
      width: 200,
      wraps: true,
      card: 'subtitle',
    },
    {
      id: 'when',
      header: formatMessage({ id: 'DemoTruths_Column_When' }),
      cell: (truth) => <Occurrences truth={truth} siteSegmentId={site.siteSegmentId} zone={site.metadata.timezone ?? 'UTC'} />,
      width: 372,
      wraps: true,
      card: 'line',
    },
  ];
}

interface OccurrencesProps {
  truth: TruthGroup;
  siteSegmentId: string;
  zone: string;
}

function Occurrences({ truth, siteSegmentId, zone }: OccurrencesProps) {
  const serverText = useServerText();
  const { formatMessage } = useIntl();
  const mayReadEvents = usePermission('PageEventLogs');
  const nowMs = useNowMs();
  const devices = truth.deviceIds.length > 0 ? [...truth.deviceIds] : [siteSegmentId];
  const segmentIds = devices.map((id) => segmentIdSchema.parse(id));
  const what = serverText(truth.description);
  return (
    <div className={classes.when}>
      {truth.occurrences.slice(0, MOST_TIMES).map((occurrence) => {
        const { start, end } = truthTimes(occurrence, zone);
        const when =
          end === null
            ? formatMessage({ id: 'DemoTruths_GoesOn' }, { start })
            : formatMessage({ id: 'DataStudio_Zoom' }, { from: start, to: end });
        const period = truthPeriod(occurrence, zone);
        return (
          <span key={occurrence.startMs} className={classes.occurrence}>
            {truth.signalIds.length === 0 ? (
              <span>{when}</span>
            ) : (
              <Link
                to="/data-studio"
                search={{ devices, signals: [...truth.signalIds], period }}
                aria-label={formatMessage({ id: 'DemoTruths_OpenChart' }, { what, when })}
              >
                {when}
              </Link>
            )}
            {truth.hasEvents && mayReadEvents && (
              <Link
                to="/event-log"
                search={{ devices, period }}
                aria-label={formatMessage({ id: 'DemoTruths_OpenEvents' }, { what, when })}
              >
                {formatMessage({ id: 'DemoTruths_Events' })}
              </Link>
            )}
            {truth.eventCode !== null && mayReadEvents && (
              <TruthLoss
                devices={segmentIds}
                code={truth.eventCode}
                what={what}
                startMs={occurrence.startMs}
                endMs={occurrence.endMs ?? nowMs}
                period={period}
              />
            )}
          </span>
        );
      })}
      {truth.occurrences.length > MOST_TIMES && (
        <span className={classes.quiet}>
          {formatMessage({ id: 'DemoTruths_MoreTimes' }, { count: truth.occurrences.length - MOST_TIMES })}
        </span>
      )}
    </div>
  );
}
