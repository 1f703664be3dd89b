import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { isRunning, jobsQuery } from '../../shared/live/jobs.queries.ts';
import { usePart } from '../../shared/parts/use-part.ts';
import { markBellSeen, useHasNews } from '../../workspace/bell.ts';
import classes from './header.module.css';

const loadPanel = async () => (await import('./bell-panel.tsx')).BellPanel;

/** Work that goes on, and what the server told. */
export function Bell() {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const { Part: BellPanel, prepare, whenReady } = usePart(loadPanel);
  const jobs = useQuery(jobsQuery()).data?.items ?? [];
  const hasNews = useHasNews();
  const running = jobs.filter(isRunning).length;
  const label = formatMessage({ id: hasNews ? 'Bell_LabelNews' : 'Bell_Label' }, { running });
  const setOpenAndSeen = (open: boolean): void => {
    setOpen(open);
    markBellSeen(Date.now());
  };
  return (
    <Popover opened={isOpen} onChange={setOpenAndSeen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => whenReady(() => setOpenAndSeen(!isOpen))}
          >
            <span
              className={classes.badge}
              data-on={hasNews || running > 0 || undefined}
              data-running={(!hasNews && running > 0) || undefined}
            >
              <IconBell />
            </span>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={formatMessage({ id: 'Bell_Title' })}>
        {BellPanel && <BellPanel jobs={jobs} />}
      </Popover.Dropdown>
    </Popover>
  );
}
