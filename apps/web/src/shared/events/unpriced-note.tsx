import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';

/** Of how many days an amount of money is without some of the loss, beside it. Nothing where every day has its price. */
export function UnpricedNote({ days, of }: { days: number; of: number }) {
  const { formatMessage } = useIntl();
  if (days === 0) return null;
  return (
    <span>
      {' '}
      <ReasonedValue reason={formatMessage({ id: 'EventLosses_Unpriced_Help' })}>
        {`(${formatMessage({ id: 'EventLosses_Unpriced' }, { days, of })})`}
      </ReasonedValue>
    </span>
  );
}
