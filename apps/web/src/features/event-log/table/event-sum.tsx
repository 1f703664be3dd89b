import type { EventGroup } from '@solvane/contract/event-overview';
import type { EventSums } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { durationSumText } from '../../../shared/events/event-text.ts';
import { EnergySum, RevenueSum } from '../partial-sum.tsx';
import { type SumCurrency, useGroupCurrency, useSumCurrency } from '../use-sum-currency.ts';
import type { ColumnId } from './columns.ts';

interface EventSumProps {
  columnId: ColumnId;
  /** No head states the unit. */
  isCard: boolean;
}

/** The sum of a column over the whole result. */
export function TotalSum({ sums, ...props }: EventSumProps & { sums: EventSums }) {
  return <EventSum {...props} sums={sums} currency={useSumCurrency()} />;
}

/** The same of a group. */
export function GroupSum({ group, ...props }: EventSumProps & { group: EventGroup }) {
  return <EventSum {...props} sums={group} currency={useGroupCurrency(group)} />;
}

function EventSum({ columnId, isCard, sums, currency }: EventSumProps & { sums: EventSums; currency: SumCurrency }) {
  const { locale } = useIntl();
  if (columnId === 'duration') return durationSumText(sums.durationMs, locale);
  if (columnId === 'lostEnergy') return <EnergySum sums={sums} unit={isCard ? '\u2009MWh' : ''} />;
  return <RevenueSum sums={sums} currency={currency} />;
}
