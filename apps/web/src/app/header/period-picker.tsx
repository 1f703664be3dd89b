import { Popover } from '@mantine/core';
import { resolvePeriod, stepPeriod } from '@solvane/energy/time/period';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { usePart } from '../../shared/parts/use-part.ts';
import { usePeriodLabels } from '../../shared/time/use-period-labels.ts';
import { useViewZone } from '../../workspace/fleet/use-view-zone.ts';
import { usePeriodSelection, useSetPeriod } from '../../workspace/period.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import classes from './header.module.css';

const loadPanel = async () => (await import('./period-panel.tsx')).PeriodPanel;

/** The period every screen shows; arrows step to the one before and after. */
export function PeriodPicker() {
  const { formatMessage } = useIntl();
  const selection = usePeriodSelection();
  const setPeriod = useSetPeriod();
  const zone = useViewZone();
  const nowMs = useNowMs();
  const words = usePeriodLabels(selection, zone, nowMs);
  const [isOpen, setOpen] = useState(false);
  const { Part: PeriodPanel, prepare, whenReady } = usePart(loadPanel);
  const toggle = (): void => whenReady(() => setOpen((open) => !open));
  const next = stepPeriod({ selection, steps: 1, zone, nowMs });
  const previous = stepPeriod({ selection, steps: -1, zone, nowMs });
  useShortcut('p', () => whenReady(() => setOpen(true)), 'Shortcut_Period');
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.groupButton}
        aria-label={formatMessage({ id: 'Period_Previous' })}
        onClick={() => setPeriod(previous)}
      >
        <IconChevronLeft />
      </button>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
        <Popover.Target>
          <button
            type="button"
            className={classes.period}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={toggle}
          >
            <IconCalendar />
            <strong>{words.name}</strong>
            {words.dates !== '' && <span className={classes.dates}>{words.dates}</span>}
          </button>
        </Popover.Target>
        <Popover.Dropdown p={0} role="dialog" aria-label={formatMessage({ id: 'Period_Choose' })}>
          {PeriodPanel && (
            <PeriodPanel
              selection={selection}
              zone={zone}
              nowMs={nowMs}
              onChoose={(chosen) => {
                setPeriod(chosen);
                setOpen(false);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={classes.groupButton}
        aria-label={formatMessage({ id: 'Period_Next' })}
        disabled={resolvePeriod(next, zone, nowMs).startMs > nowMs}
        onClick={() => setPeriod(next)}
      >
        <IconChevronRight />
      </button>
    </div>
  );
}
