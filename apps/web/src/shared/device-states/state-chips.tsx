import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from './device-state-mark.tsx';
import classes from './device-states.module.css';
import { stateCounts } from './state-order.ts';
import { useStateTexts } from './use-state-texts.ts';

interface StateChipsProps {
  items: readonly DeviceStateItem[];
  /** States that are looked at; empty: all. */
  states: ReadonlySet<DeviceState>;
  onStates: (states: ReadonlySet<DeviceState>) => void;
}

/** Every state with its number of devices; chosen ones stand out in the grid. */
export function StateChips({ items, states, onStates }: StateChipsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const texts = useStateTexts();
  const toggle = (state: DeviceState): void => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onStates(next);
  };
  return (
    <fieldset className={classes.chips} aria-label={formatMessage({ id: 'DeviceState_Filter' })}>
      {stateCounts(items).map(({ state, count }) => (
        <button key={state} type="button" className={classes.chip} aria-pressed={states.has(state)} onClick={() => toggle(state)}>
          <DeviceStateMark state={state} size={11} />
          {texts.state(state)} <b>{formatNumber(count)}</b>
        </button>
      ))}
    </fieldset>
  );
}

/** The same without choice: what the shapes mean, and how many there are. */
export function StateLegend({ items }: Pick<StateChipsProps, 'items'>) {
  const { formatNumber } = useIntl();
  const texts = useStateTexts();
  return (
    <span className={classes.legend}>
      {stateCounts(items).map(({ state, count }) => (
        <span key={state} title={texts.state(state)}>
          <DeviceStateMark state={state} size={11} />
          <span className={classes.unseen}>{texts.state(state)}</span> {formatNumber(count)}
        </span>
      ))}
    </span>
  );
}
