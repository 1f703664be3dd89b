import { Kbd } from '@mantine/core';
import { CheckField } from '@solvane/ui/check-field';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { keySettings } from '../../shared/keys/key-settings.ts';
import { shortcuts } from '../../shared/keys/shortcuts.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './help-dialog.module.css';

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { formatMessage, messages } = useIntl();
  const serverText = useServerText();
  const { title, name } = usePage();
  const key = `Help_${name}`;
  const { areSingleKeysOn } = useSelector(keySettings);
  return (
    <FormDialog size="wide" title={formatMessage({ id: 'Help_Title' }, { page: formatMessage({ id: title }) })} onClose={onClose}>
      <HelpText text={Object.hasOwn(messages, key) ? serverText(key) : formatMessage({ id: 'Help_None' })} />
      <p className={classes.links}>
        <Link to="/demo-faults" onClick={onClose}>
          {formatMessage({ id: 'Route_demo-faults' })}
        </Link>
        <Link to="/ingestion-status" onClick={onClose}>
          {formatMessage({ id: 'Route_ingestion-status' })}
        </Link>
        <a href="/api/openapi.json" target="_blank" rel="noreferrer">
          {formatMessage({ id: 'Help_ApiDescription' })}
        </a>
      </p>
      <h3 className={classes.head}>{formatMessage({ id: 'Help_Shortcuts' })}</h3>
      <ShortcutList />
      <CheckField
        label={formatMessage({ id: 'Help_SingleKeys' })}
        isChecked={areSingleKeysOn}
        onChange={(isOn) => keySettings.setState(() => ({ areSingleKeysOn: isOn }))}
      />
    </FormDialog>
  );
}

/** What the screen is for, then a line for each thing that is good to know. */
function HelpText({ text }: { text: string }) {
  const [purpose, ...hints] = text.split('\n');
  return (
    <>
      <p className={classes.text}>{purpose}</p>
      {hints.length > 0 && (
        <ul className={classes.hints}>
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function ShortcutList() {
  const { formatMessage } = useIntl();
  const listed = useSelector(shortcuts, ({ items }) => items).filter((item) => item.label !== undefined);
  const unique = [...new Map(listed.map((item) => [item.keys, item])).values()];
  return (
    <dl className={classes.list}>
      {unique.map(({ keys, label }) => (
        <div key={keys} className={classes.row}>
          <dt>
            {keys.split(' ').map((key) => (
              <Kbd key={key}>{key.replace('Mod', isMac() ? '⌘' : 'Ctrl')}</Kbd>
            ))}
          </dt>
          <dd>{label && formatMessage({ id: label })}</dd>
        </div>
      ))}
    </dl>
  );
}

function isMac(): boolean {
  return /mac/i.test(navigator.userAgent);
}
