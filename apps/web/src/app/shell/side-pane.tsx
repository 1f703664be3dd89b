import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconLayoutSidebarRight } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { PaneHead } from '../../shared/panes/pane-head.tsx';
import { usePage } from '../../shared/routing/use-page.ts';
import { setSidePanelSlot, useSidePanelTitle } from '../../shared/screen/screen-slots.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { detailsPanel } from '../../workspace/details.ts';
import { setSidePanelOpen, useSidePanelOpen } from '../../workspace/panels.ts';
import { PaneRail } from './pane-rail.tsx';
import classes from './panes.module.css';

/** Views and options of the screen; open or closed per screen. On a phone it lies over the screen, for the moment. */
export function SidePane() {
  const { formatMessage } = useIntl();
  const { name } = usePage();
  const title = useSidePanelTitle();
  const isOver = useViewport() === 'phone';
  const isOpenBeside = useSidePanelOpen(name);
  const [openOver, setOpenOver] = useState<string | null>(null);
  const isOpen = isOver ? openOver === name : isOpenBeside;
  const setOpen = (next: boolean): void => (isOver ? setOpenOver(next ? name : null) : setSidePanelOpen(name, next));
  useShortcut(title === null ? undefined : '\\', () => setOpen(!isOpen), 'Shortcut_SidePanel');
  const hasDetails = useSelector(detailsPanel, ({ content }) => content !== null);
  // Open details take its width: the key still opens it.
  if (title === null || (!isOpen && !isOver && hasDetails)) return null;
  if (!isOpen) {
    return (
      <div className={classes.right}>
        <PaneRail icon={<IconLayoutSidebarRight />} label={title} onOpen={() => setOpen(true)} />
      </div>
    );
  }
  return (
    <section className={classes.side} data-over={isOver || undefined} aria-label={title}>
      <PaneHead
        title={title}
        actions={
          <ActionIcon aria-label={formatMessage({ id: 'SidePanel_Close' })} onClick={() => setOpen(false)}>
            <IconChevronRight />
          </ActionIcon>
        }
      />
      <div className={classes.sideBody} ref={setSidePanelSlot} />
    </section>
  );
}
