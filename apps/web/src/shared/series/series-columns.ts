import type { Filtering } from '@solvane/contract/point-filters';
import type { SignalColumns } from '@solvane/contract/signal-columns';
import type { Resolution } from '@solvane/contract/signal-resolutions';
import type { SignalValuesResponse } from '@solvane/contract/signals';

/** One series of a response as columns. */
export interface SeriesColumns {
  key: string;
  label: string;
  segmentId: string | null;
  signalId: string;
  /** Of a calculated signal; absent: the catalogue names it. */
  signalName?: string | undefined;
  unit: string;
  timezone: string;
  periodsBack: number;
  timesMs: Float64Array;
  /** NaN: no value. */
  values: Float64Array;
  low: Float64Array | null;
  high: Float64Array | null;
  completeness: Float64Array | null;
}

export interface SeriesResult {
  resolution: Resolution;
  /** Intervals stand for several values each, with their extremes. */
  isReduced: boolean;
  /** What filters removed; absent without filters. */
  filtering?: Filtering;
  series: SeriesColumns[];
}

/** A response in the binary form. */
export function toSeriesResult({ resolution, reduced, filtering, series }: Omit<SignalColumns, 'native'>): SeriesResult {
  return {
    resolution,
    isReduced: reduced,
    ...(filtering && { filtering }),
    series: series.map(({ aggregation: _, min, max, completeness, ...own }) => ({
      ...own,
      low: min ?? null,
      high: max ?? null,
      completeness: completeness ?? null,
    })),
  };
}

/** A response in whatever form it came. */
export function seriesResultOf({ series, ...response }: SignalValuesResponse | SignalColumns): SeriesResult {
  return toSeriesResult({
    ...response,
    series: series.map(({ timesMs, values, min, max, completeness, ...own }) => ({
      ...own,
      timesMs: toColumn(timesMs),
      values: toColumn(values),
      ...(min && { min: toColumn(min) }),
      ...(max && { max: toColumn(max) }),
      ...(completeness && { completeness: toColumn(completeness) }),
    })),
  });
}

function toColumn(values: readonly (number | null)[] | Float64Array): Float64Array {
  if (values instanceof Float64Array) return values;
  return Float64Array.from(values, (value) => value ?? Number.NaN);
}
