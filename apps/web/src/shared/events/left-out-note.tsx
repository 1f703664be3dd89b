import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';

/** How many intervals a loss is without, beside its number. Nothing where it has all of them. */
export function LeftOutNote({ intervals, className }: { intervals: number; className?: string | undefined }) {
  const { formatMessage } = useIntl();
  if (intervals === 0) return null;
  return (
    <span className={className}>
      {' '}
      <ReasonedValue reason={formatMessage({ id: 'EventLosses_LeftOut_Help' })}>
        {`(${formatMessage({ id: 'EventLosses_LeftOut' }, { count: intervals })})`}
      </ReasonedValue>
    </span>
  );
}
