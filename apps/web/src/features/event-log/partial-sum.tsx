import type { EventSums } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { lostEnergyText, moneyText } from '../../shared/events/event-text.ts';
import classes from './event-log.module.css';

interface PartialSumProps {
  sums: EventSums;
  of: 'energy' | 'revenue';
  unit?: string;
}

/** What events cost together, and of how many of them nobody knows it: what is missing is not zero. */
export function PartialSum({ sums, of, unit = '' }: PartialSumProps) {
  const { locale, formatMessage } = useIntl();
  const isEnergy = of === 'energy';
  const text = `${isEnergy ? lostEnergyText(sums.lostEnergyKwh, locale) : moneyText(sums.revenueLoss, locale)}${unit}`;
  const unknown = isEnergy ? sums.energyUnknownCount : sums.revenueUnknownCount;
  if (unknown === 0) return text;
  const reason = formatMessage(
    { id: isEnergy ? 'EventLog_Sum_EnergyUnknown' : 'EventLog_Sum_RevenueUnknown' },
    { unknown, count: sums.count },
  );
  return (
    <span title={`${text} (${reason})`}>
      {text}
      {unknown < sums.count && (
        <span className={classes.partial} aria-hidden="true">
          {'\u2009+\u2009?'}
        </span>
      )}
      <span className={classes.unseen}> ({reason})</span>
    </span>
  );
}
