import type { ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { demoEndpoints } from '@solvane/contract/system';
import { IconChartLine, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import classes from './demo-truths.module.css';
import { truthsQuery } from './demo-truths.queries.ts';
import { truthPeriod, truthTimes } from './truth-links.ts';

type Truth = ResponseOf<typeof demoEndpoints.truths>['items'][number];

/** What was put into the demo fleet, site by site, each with the chart that shows it. */
export function DemoTruthsScreen() {
  const { formatMessage } = useIntl();
  const truths = useQuery(truthsQuery());
  const sites = useQuery(sitesQuery());
  const error = truths.error ?? sites.error;
  const items = truths.data?.items ?? [];
  const bySite = Map.groupBy(items, ({ siteId }) => siteId);
  const shown = (sites.data?.sites ?? []).filter(({ siteId }) => bySite.has(siteId));

  return (
    <Screen
      title={formatMessage({ id: 'Route_demo-truths' })}
      subtitle={items.length > 0 && formatMessage({ id: 'DemoTruths_Subtitle' }, { count: items.length })}
    >
      {error ? (
        <ErrorState
          error={error}
          level="page"
          title="Common_Error_Query_Title"
          onRetry={() => void Promise.all([truths.refetch(), sites.refetch()])}
        />
      ) : !truths.data || !sites.data ? (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : shown.length === 0 ? (
        <StateMessage icon={<IconFlask />} level="page" title={formatMessage({ id: 'DemoTruths_Empty_Title' })}>
          {formatMessage({ id: 'DemoTruths_Empty_Message' })}
        </StateMessage>
      ) : (
        <div className={classes.content}>
          <p className={classes.intro}>{formatMessage({ id: 'DemoTruths_Intro' })}</p>
          {shown.map((site) => (
            <SiteTruths key={site.siteId} site={site} truths={bySite.get(site.siteId) ?? []} />
          ))}
        </div>
      )}
    </Screen>
  );
}

function SiteTruths({ site, truths }: { site: Site; truths: readonly Truth[] }) {
  const { formatMessage } = useIntl();
  const headId = `truths-${site.siteId}`;
  return (
    <section className={classes.widget} aria-labelledby={headId}>
      <header className={classes.head}>
        <EnergyTypeIcon energyType={site.metadata.energyType} />
        <h2 id={headId}>{site.name}</h2>
        <span className={classes.quiet}>{site.metadata.timezone}</span>
      </header>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead className={classes.unseen}>
            <tr>
              <th scope="col">{formatMessage({ id: 'DemoTruths_Column_What' })}</th>
              <th scope="col">{formatMessage({ id: 'DemoTruths_Column_Devices' })}</th>
              <th scope="col">{formatMessage({ id: 'DemoTruths_Column_When' })}</th>
              <th scope="col">{formatMessage({ id: 'DemoTruths_ShowChart' })}</th>
            </tr>
          </thead>
          <tbody>
            {truths.map((truth) => (
              <TruthRow key={truth.id} truth={truth} zone={site.metadata.timezone ?? 'UTC'} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function TruthRow({ truth, zone }: { truth: Truth; zone: string }) {
  const { formatMessage } = useIntl();
  const { start, end } = truthTimes(truth, zone);
  return (
    <tr>
      <th scope="row">
        <span className={classes.what}>{truth.description}</span>
        <span className={classes.id}>{truth.id}</span>
      </th>
      <td className={classes.devices}>{truth.deviceIds.join(', ')}</td>
      <td className={classes.when}>
        {end === null
          ? formatMessage({ id: 'DemoTruths_GoesOn' }, { start })
          : formatMessage({ id: 'DataStudio_Zoom' }, { from: start, to: end })}
      </td>
      <td className={classes.action}>
        {truth.signalIds.length > 0 && truth.deviceIds.length > 0 && (
          <Link
            to="/data-studio"
            search={{ devices: truth.deviceIds, signals: truth.signalIds, period: truthPeriod(truth, zone, Date.now()) }}
            aria-label={formatMessage({ id: 'DemoTruths_OpenChart' }, { id: truth.id })}
          >
            <IconChartLine size={15} stroke={1.6} aria-hidden />
            {formatMessage({ id: 'DemoTruths_ShowChart' })}
          </Link>
        )}
      </td>
    </tr>
  );
}
