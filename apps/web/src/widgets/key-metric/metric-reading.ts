import type { ThresholdNumbers } from '@solvane/contract/widgets/widget-thresholds';
import type { MetricFigureProps } from '../../shared/widgets/metric-figure.tsx';

/** A number of the sites of a page, on screen and as it is exported. */
export interface MetricReading extends MetricFigureProps {
  /** null: missing */
  value: number | null;
  /** Of `value`. */
  unit: string;
  /** The value in percent of others. */
  percentages?: ThresholdNumbers;
  /** It is on the wrong side of its target, or of what it is compared with. */
  isAgainst?: boolean;
}
