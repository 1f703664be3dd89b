import type { EventSums } from '@solvane/contract/events';
import { moneyText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { PartialValue } from '../../shared/events/partial-value.tsx';
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
  return <PartialValue text={text} reason={reasons.join(', ')} isPartial={lostEnergyKwh !== null} />;
}

/** The same of money, which adds up in one currency only. */
export function RevenueSum({ sums, currency }: { sums: EventSums; currency: SumCurrency }) {
  const { locale, formatMessage } = useIntl();
  const { revenueLoss, revenueUnknownCount: unknown, count } = sums;
  if (currency === 'mixed' && revenueLoss !== null) {
    const text = moneyText(null, { currency: null, locale });
    return <PartialValue text={text} reason={formatMessage({ id: 'EventLog_Sum_MixedCurrencies' })} isPartial={false} />;
  }
  const reason = unknown === 0 ? '' : formatMessage({ id: 'EventLog_Sum_RevenueUnknown' }, { unknown, count });
  const text = moneyText(revenueLoss, { currency: currency === 'mixed' ? null : currency, locale });
  return <PartialValue text={text} reason={reason} isPartial={revenueLoss !== null} />;
}
