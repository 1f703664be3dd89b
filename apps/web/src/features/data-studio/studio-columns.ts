import type { Resolution, SignalValuesResponse } from '@solvane/contract/signals';
import type { StudioSeries } from './studio-plots.ts';

export interface StudioAnswer {
  resolution: Resolution;
  /** Intervals stand for several values each, with their extremes. */
  isReduced: boolean;
  series: StudioSeries[];
}

/** The body of an answer as columns. The server has checked it against the contract before it sent it. */
export function parseStudioAnswer(bytes: ArrayBuffer): StudioAnswer {
  return toStudioAnswer(JSON.parse(new TextDecoder().decode(bytes)) as SignalValuesResponse);
}

/** An answer as columns, made once when it arrives. */
export function toStudioAnswer({ resolution, reduced, series }: SignalValuesResponse): StudioAnswer {
  return {
    resolution,
    isReduced: reduced,
    series: series.map(({ key, label, segmentId, signalId, unit, timezone, periodsBack, timesMs, values, min, max, completeness }) => ({
      key,
      label,
      segmentId,
      signalId,
      unit,
      timezone,
      periodsBack,
      timesMs: Float64Array.from(timesMs),
      values: toColumn(values),
      low: min ? toColumn(min) : null,
      high: max ? toColumn(max) : null,
      completeness: completeness ? Float64Array.from(completeness) : null,
    })),
  };
}

function toColumn(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? Number.NaN);
}
