import { ActionIcon, Popover } from '@mantine/core';
import { IconHelp, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../access/permission-gate.tsx';
import type { ExplainedNumber } from './explanation.queries.ts';
import classes from './why-this-number.module.css';

const ValueExplanation = lazy(async () => ({ default: (await import('./value-explanation.tsx')).ValueExplanation }));

interface WhyThisNumberProps extends ExplainedNumber {
  className?: string | undefined;
  /** Out of the order of the Tab key: the list that it is in opens it by a key of its own. */
  isInList?: boolean;
}

/** A button that opens where a value comes from: rules or formula, what went in, and why there is none. */
export function WhyThisNumber({ className, isInList = false, ...point }: WhyThisNumberProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = usePermission('PageDataStudio');
  if (!isAllowed) return null;
  const label = formatMessage({ id: 'SignalsPanel_Why' });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks in the popover are not those of the row behind it
    <span className={classes.anchor} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus withRoles={false}>
        <Popover.Target>
          <button
            type="button"
            className={className ?? classes.button}
            data-open={isOpen || undefined}
            data-why
            tabIndex={isInList ? -1 : undefined}
            aria-label={label}
            title={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconHelp />
          </button>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={label}>
          <header className={classes.head}>
            <span>{label}</span>
            <ActionIcon aria-label={formatMessage({ id: 'Common_Close' })} onClick={() => setOpen(false)}>
              <IconX />
            </ActionIcon>
          </header>
          <Suspense fallback={<div className={classes.skeleton} data-skeleton />}>{isOpen && <ValueExplanation {...point} />}</Suspense>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
