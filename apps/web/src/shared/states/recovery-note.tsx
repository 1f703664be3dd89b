import { useInterval } from '@mantine/hooks';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { ageText } from '../time/age-text.ts';
import { outageState, retryWhenBack } from './outage.ts';
import classes from './state-message.module.css';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** For how long something has been unavailable and when it is tried next. Retries by itself while it is on screen. */
export function RecoveryNote({ onRetry }: { onRetry: () => void }) {
  const { formatMessage } = useIntl();
  const outage = useSelector(outageState);
  const [nowMs, setNowMs] = useState(Date.now);
  useInterval(() => setNowMs(Date.now()), SECOND_MS, { autoInvoke: true });
  const retry = useEffectEvent(onRetry);
  // A subscription: the failures on screen are retried together.
  useEffect(() => retryWhenBack(() => retry()), []);
  if (outage === undefined) return null;

  const elapsedMs = Math.max(0, nowMs - outage.sinceMs);
  const elapsed =
    elapsedMs < MINUTE_MS
      ? formatMessage({ id: 'Common_Age_Seconds' }, { seconds: Math.floor(elapsedMs / SECOND_MS) })
      : ageText(elapsedMs, formatMessage);
  return (
    // Counts every second: a timer is not read out at each change.
    <span className={classes.recovery} role="timer">
      {outage.nextTryMs === null
        ? formatMessage({ id: 'Common_Error_Recovery_Now' }, { elapsed })
        : formatMessage(
            { id: 'Common_Error_Recovery_Next' },
            { elapsed, seconds: Math.max(1, Math.ceil((outage.nextTryMs - nowMs) / SECOND_MS)) },
          )}
    </span>
  );
}
