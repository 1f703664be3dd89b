import { Menu } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { REFRESH_RATES, refreshNow, setRefreshPaused, setRefreshRate, useRefresh } from '../../workspace/refresh.ts';
import classes from './header.module.css';
import { useRefreshTimer } from './use-refresh-timer.ts';

/** How often what is shown moves on, and how to hold it still. */
export function RefreshControl() {
  const { formatMessage } = useIntl();
  const { rate, isPaused } = useRefresh();
  useRefreshTimer();
  const rateText = rate === 0 ? formatMessage({ id: 'Refresh_Off' }) : formatMessage({ id: 'Refresh_Minutes' }, { minutes: rate });
  return (
    <div className={classes.group}>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.groupButton} aria-label={formatMessage({ id: 'Refresh_Label' }, { rate: rateText })}>
            <IconRefresh />
            <span className={classes.rate}>{rateText}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh />} onClick={() => refreshNow()}>
            {formatMessage({ id: 'Refresh_Now' })}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{formatMessage({ id: 'Refresh_Rate' })}</Menu.Label>
          <Menu.RadioGroup
            value={String(rate)}
            onChange={(value) => setRefreshRate(REFRESH_RATES.find((known) => String(known) === value) ?? 0)}
          >
            {REFRESH_RATES.map((value) => (
              <Menu.RadioItem key={value} value={String(value)}>
                {value === 0 ? formatMessage({ id: 'Refresh_Off' }) : formatMessage({ id: 'Refresh_Minutes' }, { minutes: value })}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {rate !== 0 && (
        <button
          type="button"
          className={classes.groupButton}
          data-tight=""
          aria-label={formatMessage({ id: isPaused ? 'Refresh_Resume' : 'Refresh_Pause' })}
          aria-pressed={isPaused}
          onClick={() => setRefreshPaused(!isPaused)}
        >
          {isPaused ? <IconPlayerPlay /> : <IconPlayerPause />}
        </button>
      )}
    </div>
  );
}
