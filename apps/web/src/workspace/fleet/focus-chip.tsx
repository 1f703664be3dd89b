import type { Site } from '@solvane/contract/fleet';
import { IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import classes from './focus-chip.module.css';
import { usePageFocus } from './use-widget-page.ts';

/** What the page is about while a site or device is chosen in it, and the way back to all of them. */
export function FocusChip({ sites }: { sites: readonly Site[] }) {
  const { formatMessage } = useIntl();
  const focus = usePageFocus(sites);
  const setFocus = useSetFocus();
  const clear = (): void => setFocus(null);
  useShortcut(focus ? 'Escape' : undefined, clear, 'Focus_Clear_Key');
  if (!focus) return null;
  const { name, site } = focus;
  const isSite = focus.segmentId === site.siteSegmentId;
  return (
    <button type="button" className={classes.chip} aria-label={formatMessage({ id: 'Focus_Clear' }, { name })} onClick={clear}>
      {isSite ? name : formatMessage({ id: 'Focus_Device' }, { name, site: site.name })}
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}
