import type { SiteStatus } from '@solvane/contract/fleet';
import { useIntl } from 'react-intl';
import { useTypeName } from '../text/use-type-name.ts';
import { EventMark } from './event-mark.tsx';
import classes from './type-counts.module.css';

interface TypeCountsProps {
  counts: NonNullable<SiteStatus['openEventsByType']>;
  size?: number;
}

/** How many events of each type, each with its mark. */
export function TypeCounts({ counts, size = 11 }: TypeCountsProps) {
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
