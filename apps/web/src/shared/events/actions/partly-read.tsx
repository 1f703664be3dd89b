import { useIntl } from 'react-intl';
import classes from './event-action-dialog.module.css';

interface PartlyReadProps {
  /** undefined: not known yet. */
  meanings: { deviceCount: number; readCount: number } | undefined;
}

/** Of very many devices only the first are asked what they know: a list that may lack something says so. */
export function PartlyRead({ meanings }: PartlyReadProps) {
  const { formatMessage } = useIntl();
  if (!meanings || meanings.readCount >= meanings.deviceCount) return null;
  return (
    <p className={classes.quiet} role="status">
      {formatMessage({ id: 'EventAction_PartlyRead' }, { read: meanings.readCount, all: meanings.deviceCount })}
    </p>
  );
}
