import type { EventSums } from '@solvane/contract/events';
import { moneyText } from '@solvane/i18n/number-text';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import classes from './event-log.module.css';
import type { SumCurrency } from './use-sum-currency.ts';

/** What energy events lost together, and for how many of them it is unknown: what is missing is not zero. */
export function EnergySum({ sums, unit = '' }: { sums: EventSums; unit?: string }) {
  const { locale, formatMessage } = useIntl();
  const { lostEnergyKwh, energyUnknownCount: unknown, leftOutIntervals, count } = sums;
  const reasons = [
    ...(unknown > 0 ? [formatMessage({ id: 'EventLog_Sum_EnergyUnknown' }, { unknown, count })] : []),
    ...(leftOutIntervals > 0 ? [formatMessage({ id: 'EventLosses_LeftOut' }, { count: leftOutIntervals })] : []),
  ];
  const text = `${lostEnergyText(lostEnergyKwh, locale)}${unit}`;
  // Events with a part of their losses are not among the unknown ones, and the sum is partial all the same.
  return <PartialSum text={text} unknown={Math.max(unknown, Math.sign(leftOutIntervals))} count={count} reason={reasons.join(', ')} />;
}

/** The same of money, which adds up in one currency only. */
export function RevenueSum({ sums, currency }: { sums: EventSums; currency: SumCurrency }) {
  const { locale, formatMessage } = useIntl();
  const { revenueLoss, revenueUnknownCount: unknown, count } = sums;
  if (currency === 'mixed' && revenueLoss !== null) {
    const text = moneyText(null, { currency: null, locale });
    return <PartialSum text={text} unknown={count} count={count} reason={formatMessage({ id: 'EventLog_Sum_MixedCurrencies' })} />;
  }
  const reason = formatMessage({ id: 'EventLog_Sum_RevenueUnknown' }, { unknown, count });
  const text = moneyText(revenueLoss, { currency: currency === 'mixed' ? null : currency, locale });
  return <PartialSum text={text} unknown={unknown} count={count} reason={reason} />;
}

interface PartialSumProps {
  text: string;
  /** Events that it says nothing of, out of all. */
  unknown: number;
  count: number;
  reason: string;
}

function PartialSum({ text, unknown, count, reason }: PartialSumProps) {
  if (unknown === 0) return text;
  return (
    <ReasonedValue reason={reason}>
      {text}
      {unknown < count && (
        <span className={classes.partial} aria-hidden="true">
          {'\u2009+\u2009?'}
        </span>
      )}
    </ReasonedValue>
  );
}
