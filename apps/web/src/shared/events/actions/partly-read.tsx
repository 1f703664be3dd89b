import { useIntl } from 'react-intl';
import classes from './event-action-dialog.module.css';

interface PartlyReadProps {
  /** undefined: not known yet. */
  classifications: { deviceCount: number; readCount: number } | undefined;
}

/** Of very many devices only the first are asked what they know: a list that may lack something says so. */
export function PartlyRead({ classifications }: PartlyReadProps) {
  const { formatMessage } = useIntl();
  if (!classifications || classifications.readCount >= classifications.deviceCount) return null;
  return (
    <p className={classes.quiet} role="status">
      {formatMessage({ id: 'EventAction_PartlyRead' }, { read: classifications.readCount, all: classifications.deviceCount })}
    </p>
  );
}
