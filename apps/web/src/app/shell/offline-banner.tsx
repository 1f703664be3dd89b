import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './shell.module.css';

/** Says to which time what is shown is true, while there is no network. */
export function OfflineBanner() {
  const { formatMessage, formatTime } = useIntl();
  const { online } = useNetwork();
  const [since, setSince] = useState<number | null>(null);
  if (!online && since === null) setSince(Date.now());
  if (online && since !== null) setSince(null);
  if (online) return null;
  return (
    <div className={classes.offline} role="status">
      <IconWifiOff size={18} aria-hidden="true" />
      <span>
        <strong>{formatMessage({ id: 'System_Offline_Title' })}</strong>{' '}
        {formatMessage(
          { id: 'System_Offline_Message' },
          { time: formatTime(since ?? Date.now(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) },
        )}
      </span>
    </div>
  );
}
