import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';

const HelpDialog = lazy(async () => ({ default: (await import('../help/help-dialog.tsx')).HelpDialog }));

/** Help of the screen, and the keys that work on it. */
export function HelpButton() {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', () => setOpen(true), 'Shortcut_Help');
  const label = formatMessage({ id: 'Help_Label' });
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <IconHelp />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
