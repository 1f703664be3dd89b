import { Popover } from '@mantine/core';
import type { MetricRow } from '@solvane/contract/metric-values';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import whyClasses from '../signals/why-this-number.module.css';
import type { MetricSubject } from './metric-explanation.tsx';
import classes from './why-metric.module.css';

const MetricExplanation = lazy(async () => ({ default: (await import('./metric-explanation.tsx')).MetricExplanation }));

interface WhyMetricProps extends MetricSubject {
  row: MetricRow;
  /** The number as it is shown. */
  children: ReactNode;
}

/** A number of a metric that opens where it comes from: what it is the quotient of, of which sites it is, and its signals. */
export function WhyMetric({ row, children, ...subject }: WhyMetricProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const label = formatMessage({ id: 'SignalsPanel_Why' });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks in the popover are not those of the row behind it
    <span className={whyClasses.anchor} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <button
        type="button"
        className={classes.number}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {/* A table may have thousands of numbers: each has a popover only while it is open. */}
      {isOpen && (
        <Popover opened onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus withRoles={false}>
          <Popover.Target>
            <span className={classes.corner} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={label}>
            <Suspense fallback={<div className={whyClasses.skeleton} data-skeleton />}>
              <MetricExplanation row={row} {...subject} onClose={() => setOpen(false)} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
