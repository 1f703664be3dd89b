import { Switch } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { downtimeAlerts, setDowntimeAlerts } from '../../workspace/downtime-alerts.ts';
import { Setting, SettingsSection } from './settings-section.tsx';

/** Notices of the browser itself: only after the user has asked for them and the browser has agreed. */
export function NoticeSettings() {
  const { formatMessage } = useIntl();
  const { areOn } = useSelector(downtimeAlerts);
  const [isRefused, setRefused] = useState(() => 'Notification' in window && Notification.permission === 'denied');
  const isKnown = 'Notification' in window;
  const change = async (wanted: boolean): Promise<void> => {
    if (!wanted) return setDowntimeAlerts(false);
    const permission = await Notification.requestPermission();
    setRefused(permission === 'denied');
    setDowntimeAlerts(permission === 'granted');
  };
  return (
    <SettingsSection title={formatMessage({ id: 'Settings_Notices' })}>
      <Setting
        label={formatMessage({ id: 'Settings_Downtime' })}
        help={formatMessage({
          id: isKnown ? (isRefused ? 'Settings_Downtime_Refused' : 'Settings_Downtime_Help') : 'Settings_Downtime_Unknown',
        })}
      >
        <Switch
          size="xs"
          aria-label={formatMessage({ id: 'Settings_Downtime' })}
          disabled={!isKnown}
          checked={areOn && !isRefused}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </Setting>
    </SettingsSection>
  );
}
