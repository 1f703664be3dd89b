import { coarsestMs, powerResolution } from '@solvane/contract/widgets/fleet-power';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './fleet-power.module.css';
import { type FleetPowerProps, fleetPowerOf } from './fleet-power.ts';
import PowerChart from './power-chart.tsx';

/** Net power of the sites over the period of the page. */
export default function FleetPowerView({ page, data }: FleetPowerProps) {
  const { formatMessage } = useIntl();
  const { sites, period, zone, nowMs } = page;
  const { power, expected } = useMemo(() => fleetPowerOf({ page, data }), [page, data]);
  if (power.siteCount === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'Widget_NoData' })}</p>;
  const stepMs = powerResolution(period, coarsestMs(sites)).ms;
  return (
    <div className={classes.chart}>
      <PowerChart power={power} expected={expected} period={period} stepMs={stepMs} zone={zone} nowMs={nowMs} />
    </div>
  );
}
