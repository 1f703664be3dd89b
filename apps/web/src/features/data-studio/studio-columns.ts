import type { SignalColumns } from '@solvane/contract/signal-columns';
import type { Resolution } from '@solvane/contract/signals';
import type { StudioSeries } from './studio-plots.ts';

export interface StudioAnswer {
  resolution: Resolution;
  /** Intervals stand for several values each, with their extremes. */
  isReduced: boolean;
  series: StudioSeries[];
}

export function toStudioAnswer({ resolution, reduced, series }: SignalColumns): StudioAnswer {
  return {
    resolution,
    isReduced: reduced,
    series: series.map(({ aggregation: _, min, max, completeness, ...own }) => ({
      ...own,
      low: min ?? null,
      high: max ?? null,
      completeness: completeness ?? null,
    })),
  };
}
