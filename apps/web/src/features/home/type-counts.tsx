import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useTypeName } from '../../shared/events/use-type-name.ts';
import type { OpenByType } from './fleet-now.ts';
import classes from './home.module.css';

/** How many events of each type, each with its mark. */
export function TypeCounts({ counts, size = 11 }: { counts: OpenByType; size?: number }) {
  const { formatNumber } = useIntl();
  const nameOf = useTypeName();
  return (
    <span className={classes.types}>
      {counts.map(({ type, count }) => (
        <span key={type} className={classes.type} title={nameOf(type)}>
          <EventMark type={type} size={size} />
          <span className={classes.unseen}>{nameOf(type)}</span> {formatNumber(count)}
        </span>
      ))}
    </span>
  );
}
