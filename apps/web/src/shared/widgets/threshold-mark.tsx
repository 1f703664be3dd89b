import type { Threshold } from '@solvane/contract/widgets/widget-thresholds';
import type { ReactNode } from 'react';

const SHAPES: Partial<Record<Threshold['mark'], ReactNode>> = {
  triangle: <path d="M6 1l5.5 10H0.5z" />,
  circle: <circle cx="6" cy="6" r="5" />,
  square: <path d="M1.5 1.5h9v9h-9z" />,
  diamond: <path d="M6 0.5l5.5 5.5L6 11.5 0.5 6z" />,
};

/** The shape of a threshold; a heavier weight has none. */
export function ThresholdMark({ mark }: Pick<Threshold, 'mark'>) {
  const shape = SHAPES[mark];
  return (
    shape && (
      <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
        {shape}
      </svg>
    )
  );
}
