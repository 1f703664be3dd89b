import type { MetricRow } from '@solvane/contract/metric-values';
import type { KeyMetric } from '@solvane/contract/widgets/key-metric';
import { DEVICE_STATES } from '@solvane/energy/events/device-state';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from '../../shared/device-states/device-state-mark.tsx';
import classes from '../../shared/events/type-counts.module.css';

interface StateCountsProps {
  rows: readonly MetricRow[];
  /** The state that is the number itself. */
  shown: KeyMetric;
}

/** How many devices there are, and how many are in each of the other states, each with its mark. */
export default function StateCounts({ rows, shown }: StateCountsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const counts = DEVICE_STATES.flatMap((state) => {
    const count = rows.find(({ metricId }) => metricId === `devices.${state}`)?.value ?? 0;
    return count > 0 ? [{ state, count }] : [];
  });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={classes.types}>
      <span className={classes.type}>{formatMessage({ id: 'KeyMetric_OfDevices' }, { count: total })}</span>
      {counts
        .filter(({ state }) => `devices.${state}` !== shown)
        .map(({ state, count }) => (
          <span key={state} className={classes.type} title={formatMessage({ id: `DeviceState_${state}` })}>
            <DeviceStateMark state={state} size={11} />
            <span className={classes.unseen}>{formatMessage({ id: `DeviceState_${state}` })}</span> {formatNumber(count)}
          </span>
        ))}
    </span>
  );
}
