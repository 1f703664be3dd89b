import type { Threshold } from '@solvane/contract/widgets/widget-thresholds';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import type { ReactNode } from 'react';
import { MissingValue } from './missing-value.tsx';
import { ThresholdMark } from './threshold-mark.tsx';
import classes from './widget.module.css';

export interface MetricFigureProps {
  /** The number as it is shown; undefined: missing, and a dash stands for it. */
  shown: ReactNode;
  shownUnit?: string | undefined;
  /** Why the number is missing, or what it lacks. */
  reason?: string | undefined;
  /** Something is known, and something is missing. */
  isPartial?: boolean;
  isStale?: boolean;
  /** Rule of the settings that the number meets. */
  threshold?: Threshold | undefined;
  /** What the number is compared with. */
  note: ReactNode;
}

/** The number of a metric and the line below it. */
export function MetricFigure({ shown, shownUnit, reason, isPartial = false, isStale = false, threshold, note }: MetricFigureProps) {
  return (
    <>
      <div className={classes.figure} data-stale={isStale || undefined} data-color={threshold?.color} data-mark={threshold?.mark}>
        {threshold && <ThresholdMark mark={threshold.mark} />}
        {shown === undefined ? (
          <MissingValue reason={reason} />
        ) : (
          <ReasonedValue reason={reason} isPartial={isPartial}>
            {shown}
          </ReasonedValue>
        )}
        {shownUnit && <span className={classes.unit}>{shownUnit}</span>}
      </div>
      <div className={classes.note}>{note}</div>
    </>
  );
}
