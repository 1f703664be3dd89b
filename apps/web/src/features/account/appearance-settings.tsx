import { Switch, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { REGIONAL_FORMATS, UI_THEMES } from '@solvane/contract/session';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useIntl } from 'react-intl';
import { accountSettingsQuery } from '../../shared/access/session.queries.ts';
import { useSaveAccountSettings } from '../../shared/access/use-save-account-settings.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { keySettings } from '../../shared/keys/key-settings.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import { Setting, SettingsSection } from './settings-section.tsx';

/** Languages are named in themselves. */
const LANGUAGES = { 'en-US': 'English (US)', 'sv-SE': 'Svenska', 'fr-CA': 'Français (Canada)' };

export function AppearanceSettings() {
  const { formatMessage, formatDate, formatNumber, locale } = useIntl();
  const { uiTheme, regionalFormat } = useSuspenseQuery(accountSettingsQuery()).data;
  const { setColorScheme } = useMantineColorScheme();
  const { areSingleKeysOn } = useSelector(keySettings);
  const save = useSaveAccountSettings();
  const nowMs = useNowMs();
  const current = REGIONAL_FORMATS.find((format) => format === (regionalFormat ?? locale)) ?? 'en-US';
  return (
    <SettingsSection title={formatMessage({ id: 'Settings_Appearance' })}>
      <Setting label={formatMessage({ id: 'Account_Theme' })}>
        <Segments
          label={formatMessage({ id: 'Account_Theme' })}
          value={uiTheme}
          options={UI_THEMES.map((theme) => ({ value: theme, label: formatMessage({ id: `Account_Theme_${theme}` }) }))}
          onChange={(theme) => {
            setColorScheme(theme === 'system' ? 'auto' : theme);
            save.mutate({ uiTheme: theme });
          }}
        />
      </Setting>
      <Setting
        label={formatMessage({ id: 'Account_Language' })}
        help={`${formatDate(nowMs, { dateStyle: 'full' })} · ${formatNumber(1_234_567.89)}`}
      >
        <Segments
          label={formatMessage({ id: 'Account_Language' })}
          value={current}
          options={REGIONAL_FORMATS.map((format) => ({ value: format, label: LANGUAGES[format] }))}
          onChange={(format) => save.mutate({ regionalFormat: format })}
        />
      </Setting>
      <Setting label={formatMessage({ id: 'Settings_SingleKeys' })} help={formatMessage({ id: 'Settings_SingleKeys_Help' })}>
        <Switch
          size="xs"
          aria-label={formatMessage({ id: 'Settings_SingleKeys' })}
          checked={areSingleKeysOn}
          onChange={(event) => {
            const areOn = event.currentTarget.checked;
            keySettings.setState(() => ({ areSingleKeysOn: areOn }));
          }}
        />
      </Setting>
    </SettingsSection>
  );
}
