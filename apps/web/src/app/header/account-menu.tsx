import { Menu } from '@mantine/core';
import { REGIONAL_FORMATS, type RegionalFormat, UI_THEMES } from '@solvane/contract/session';
import { IconKey, IconLanguage, IconLogout, IconPalette, IconUserCog } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { accountSettingsQuery, useSessionUser } from '../../shared/access/session.queries.ts';
import { initialsOf } from '../../shared/access/session-user.ts';
import { useSaveAccountSettings } from '../../shared/access/use-save-account-settings.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { signOut } from '../session/login-redirect.ts';
import { localeOf } from '../session/open-session.ts';
import { useSetTheme } from '../theme/color-scheme.ts';
import classes from './header.module.css';

/** Languages are named in themselves. */
const LANGUAGE_NAMES: Record<RegionalFormat, string> = { 'en-US': 'English (US)', 'sv-SE': 'Svenska', 'fr-CA': 'Français (Canada)' };

export function AccountMenu() {
  const { formatMessage } = useIntl();
  const user = useSessionUser();
  const navigateTo = useNavigateTo();
  const mayUseApi = usePermission('AccessPublicApi');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.avatar} aria-label={formatMessage({ id: 'Account_Label' }, { name: user.name })}>
          {user.pictureUrl === '' ? (
            <span className={classes.initials} data-initials={initialsOf(user.name)} />
          ) : (
            <img src={user.pictureUrl} alt="" />
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          {user.enterpriseName !== '' && <span>{user.enterpriseName}</span>}
        </div>
        <Menu.Divider />
        <ThemeMenu />
        <LanguageMenu />
        <Menu.Item leftSection={<IconUserCog />} onClick={() => navigateTo('account')}>
          {formatMessage({ id: 'Route_account' })}
        </Menu.Item>
        {mayUseApi && (
          <Menu.Item leftSection={<IconKey />} onClick={() => navigateTo('api-access')}>
            {formatMessage({ id: 'Route_api-access' })}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout />} onClick={() => void signOut()}>
          {formatMessage({ id: 'Account_SignOut' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeMenu() {
  const { formatMessage } = useIntl();
  const { uiTheme } = useSuspenseQuery(accountSettingsQuery()).data;
  const setTheme = useSetTheme();
  const choose = (value: string): void => setTheme(UI_THEMES.find((theme) => theme === value) ?? 'system');
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconPalette />}>{formatMessage({ id: 'Account_Theme' })}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={uiTheme} onChange={choose}>
          {UI_THEMES.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {formatMessage({ id: `Account_Theme_${theme}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function LanguageMenu() {
  const { formatMessage } = useIntl();
  const settings = useSuspenseQuery(accountSettingsQuery()).data;
  const save = useSaveAccountSettings();
  const choose = (value: string): void => {
    const regionalFormat = REGIONAL_FORMATS.find((format) => format === value);
    if (regionalFormat) save.mutate({ regionalFormat });
  };
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage />}>{formatMessage({ id: 'Account_Language' })}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={localeOf(settings)} onChange={choose}>
          {REGIONAL_FORMATS.map((format) => (
            <Menu.RadioItem key={format} value={format} lang={format}>
              {LANGUAGE_NAMES[format]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
