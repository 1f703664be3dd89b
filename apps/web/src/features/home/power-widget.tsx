import type { Site } from '@solvane/contract/fleet';
import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { commonZone } from '../../shared/fleet/fleet-zone.ts';
import { siteStatusQuery } from '../../shared/fleet/site-status.queries.ts';
import { seriesQuery } from '../../shared/series/series.queries.ts';
import type { SeriesColumns } from '../../shared/series/series-columns.ts';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { usePeriod } from '../../workspace/period.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import { atGrid, type FleetPower, powerDevices, powerResolution, sumSites } from './fleet-power.ts';
import classes from './home.module.css';
import { type FleetPowerQuery, fleetExpectedRequest, fleetPowerRequest } from './home.queries.ts';

/** Charts come when they are needed: Home is the first page of a visit. */
const PowerChart = lazy(() => import('./power-chart.tsx'));

/** Net power of the fleet over the chosen period. Nothing is shown until it is known where every site's power is read. */
export function PowerWidget() {
  const { sites } = useFleet();
  const { formatMessage } = useIntl();
  const mayRead = usePermission('PageDataStudio');
  const segmentIds = usePowerDevices(sites);
  const zone = commonZone(sites.map(({ metadata }) => metadata.timezone));
  const period = usePeriod(zone);
  const nowMs = useNowMs();
  const bucket = powerResolution(period, Math.max(...sites.map(({ metadata }) => SIGNAL_CALC_PERIODS[metadata.signalCalcPeriod])));
  const query =
    mayRead && segmentIds && bucket
      ? { segmentIds, period, resolution: bucket.resolution, asOfMs: period.endMs > nowMs ? nowMs : null }
      : null;
  const [asTable, setAsTable] = useState(false);
  const { data } = usePower(query && fleetPowerRequest(query), query);
  const power = useMemo(() => data && sumSites(data.series), [data]);
  const expected = useExpected({ sites, query, actual: data?.series });
  if (!power || power.siteCount === 0 || !bucket) return null;
  return (
    <section className={classes.widget} aria-labelledby="fleet-power">
      <header className={classes.widgetHead}>
        <h2 id="fleet-power">{formatMessage({ id: 'Home_Power' })}</h2>
        <span className={classes.quiet}>
          {power.siteCount === sites.length
            ? formatMessage({ id: 'Home_Power_Of' }, { count: power.siteCount, zone })
            : formatMessage({ id: 'Home_Power_OfSome' }, { count: power.siteCount, total: sites.length, zone })}
        </span>
        <button type="button" className={classes.headLink} onClick={() => setAsTable(!asTable)}>
          {formatMessage({ id: asTable ? 'Home_Power_AsChart' : 'Home_Power_AsTable' })}
        </button>
      </header>
      <div className={classes.power}>
        <Suspense>
          <PowerChart
            power={power}
            expected={expected?.siteCount === power.siteCount ? expected : null}
            period={period}
            stepMs={bucket.ms}
            zone={zone}
            nowMs={nowMs}
            asTable={asTable}
          />
        </Suspense>
      </div>
    </section>
  );
}

function usePower(request: SignalValuesRequest | null, query: FleetPowerQuery | null) {
  return useQuery({ ...seriesQuery(request, { asOfMs: query?.asOfMs ?? null }), placeholderData: keepPreviousData });
}

interface ExpectedQuery {
  sites: readonly Site[];
  query: FleetPowerQuery | null;
  /** What they deliver; undefined: not known yet. */
  actual: readonly SeriesColumns[] | undefined;
}

/** What the sites together were expected to deliver to the grid; undefined: not known. */
function useExpected({ sites, query, actual }: ExpectedQuery): FleetPower | undefined {
  const statuses = useQuery(siteStatusQuery()).data?.items;
  const expectedQuery = query && { ...query, segmentIds: sites.map(({ siteSegmentId }) => siteSegmentId) };
  const { data } = usePower(expectedQuery && fleetExpectedRequest(expectedQuery), query);
  return useMemo(() => {
    if (!data || !statuses || !actual) return undefined;
    const lossBySite = new Map(statuses.map(({ siteId, collectionLoss }) => [siteId, collectionLoss]));
    const losses = new Map(sites.map(({ siteId, siteSegmentId }) => [siteSegmentId as string, lossBySite.get(siteId) ?? 0]));
    return sumSites(atGrid({ expected: data.series, actual, losses }));
  }, [data, statuses, actual, sites]);
}

/** undefined: some tree is not there yet, or there are more devices than one request may name. */
function usePowerDevices(sites: readonly Site[]): SegmentId[] | undefined {
  const { trees } = useTrees();
  return useMemo(() => {
    const known = sites.map(({ siteId }) => trees.get(siteId));
    if (known.some((tree) => tree === undefined)) return undefined;
    const ids = known.flatMap((tree) => (tree ? powerDevices(tree) : [])).map((id) => segmentIdSchema.parse(id));
    return ids.length > 0 && ids.length <= LIMITS.selectedDevices ? ids : undefined;
  }, [sites, trees]);
}
