import type { Threshold } from '@solvane/contract/widgets/widget-thresholds';
import type { ComponentProps } from 'react';
import { ThresholdMark } from '../../shared/widgets/threshold-mark.tsx';
import { WhyMetric } from '../../shared/widgets/why-metric.tsx';
import widgetClasses from '../../shared/widgets/widget.module.css';

export interface MetricCellProps extends Omit<ComponentProps<typeof WhyMetric>, 'row'> {
  /** undefined: there is no value to explain */
  row: ComponentProps<typeof WhyMetric>['row'] | undefined;
  /** Rule of the column that the value meets. */
  threshold?: Threshold | undefined;
}

/** A number that says where it comes from, with the mark and the colour of its rule. */
export default function MetricCell({ threshold, row, children, ...subject }: MetricCellProps) {
  const number = row ? (
    <WhyMetric row={row} {...subject}>
      {children}
    </WhyMetric>
  ) : (
    children
  );
  if (!threshold) return number;
  return (
    <span className={widgetClasses.marked} data-color={threshold.color} data-mark={threshold.mark}>
      <ThresholdMark mark={threshold.mark} />
      {number}
    </span>
  );
}
