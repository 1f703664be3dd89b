import type { fleetPowerOptionalQueries, fleetPowerQueries } from '@solvane/contract/widgets/fleet-power';
import { coarsestMs, powerResolution } from '@solvane/contract/widgets/fleet-power';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { seriesResultOfJson } from '../../shared/series/series-columns.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './fleet-power.module.css';
import { atGrid, type FleetPower, sumSites } from './fleet-power.ts';
import PowerChart from './power-chart.tsx';

type FleetPowerProps = WidgetProps<unknown, ReturnType<typeof fleetPowerQueries>, ReturnType<typeof fleetPowerOptionalQueries>>;

/** Net power of the sites over the period of the page. */
export default function FleetPowerView(props: FleetPowerProps) {
  return <FleetPowerPicture {...props} asTable={false} />;
}

export function FleetPowerTable(props: FleetPowerProps) {
  return <FleetPowerPicture {...props} asTable />;
}

function FleetPowerPicture({ page, data, asTable }: FleetPowerProps & { asTable: boolean }) {
  const { formatMessage } = useIntl();
  const { sites, period, zone, nowMs } = page;
  const { power, expected } = useFleetPower({ page, data });
  if (power.siteCount === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'Widget_NoData' })}</p>;
  return (
    <div className={classes.chart}>
      <PowerChart
        power={power}
        expected={expected?.siteCount === power.siteCount ? expected : null}
        period={period}
        stepMs={powerResolution(period, coarsestMs(sites)).ms}
        zone={zone}
        nowMs={nowMs}
        asTable={asTable}
      />
    </div>
  );
}

/** Measured power, and expected power at the grid connections; undefined: not known. */
function useFleetPower({ page: { sites }, data }: Pick<FleetPowerProps, 'page' | 'data'>): {
  power: FleetPower;
  expected: FleetPower | undefined;
} {
  const actual = useMemo(() => seriesResultOfJson(data.power).series, [data.power]);
  const expected = useMemo(() => {
    if (!data.expected || !data.status) return undefined;
    const lossBySite = new Map(data.status.items.map(({ siteId, collectionLoss }) => [siteId, collectionLoss]));
    const losses = new Map(sites.map(({ siteId, siteSegmentId }) => [siteSegmentId as string, lossBySite.get(siteId) ?? 0]));
    return sumSites(atGrid({ expected: seriesResultOfJson(data.expected).series, actual, losses }));
  }, [data.expected, data.status, actual, sites]);
  return { power: useMemo(() => sumSites(actual), [actual]), expected };
}
