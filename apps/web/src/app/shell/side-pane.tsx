import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconLayoutSidebarRight } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { PaneHead } from '../../shared/panes/pane-head.tsx';
import { usePage } from '../../shared/routing/use-page.ts';
import { setSidePanelSlot, useSidePanelTitle } from '../../shared/screen/screen-slots.ts';
import { setSidePanelOpen, useSidePanelOpen } from '../../workspace/panels.ts';
import { PaneRail } from './pane-rail.tsx';
import classes from './panes.module.css';

/** Views and options of the screen; open or closed per screen. */
export function SidePane() {
  const { formatMessage } = useIntl();
  const { name } = usePage();
  const title = useSidePanelTitle();
  const isOpen = useSidePanelOpen(name);
  useShortcut(title === null ? undefined : '\\', () => setSidePanelOpen(name, !isOpen), 'Shortcut_SidePanel');
  if (title === null) return null;
  if (!isOpen) {
    return (
      <div className={classes.right}>
        <PaneRail icon={<IconLayoutSidebarRight />} label={title} onOpen={() => setSidePanelOpen(name, true)} />
      </div>
    );
  }
  return (
    <section className={classes.side} aria-label={title}>
      <PaneHead
        title={title}
        actions={
          <ActionIcon aria-label={formatMessage({ id: 'SidePanel_Close' })} onClick={() => setSidePanelOpen(name, false)}>
            <IconChevronRight />
          </ActionIcon>
        }
      />
      <div className={classes.sideBody} ref={setSidePanelSlot} />
    </section>
  );
}
