import type { PointFilter } from '@solvane/contract/point-filters';
import { outsideTimeOfDay, sunElevations } from '@solvane/energy/filters/time-filters';
import { qualityState } from '@solvane/energy/quality/flags';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { TimedColumn } from '@solvane/series/align';
import { heldValues, shortestStepMs } from '@solvane/series/held-values';
import { outliersAmongNeighbours, outliersInBins } from '@solvane/series/outliers';
import { applyInOrder, type Removal, type Remove } from '@solvane/series/removal';
import type { RequestedSegment } from '../queries/signal-directory.ts';
import { type FilterInputs, WIND_SPEEDS } from './filter-inputs.ts';
import type { NativeSeries } from './native-series.ts';

/** Cut-in and cut-out of a turbine whose own are not known: what the catalogue of attributes assumes. [m/s] */
const ASSUMED_WIND_RANGE = { cutIn: 3, cutOut: 25 };
/** Bins of wind speed as power curves have them (IEC 61400-12-1). [m/s] */
const WIND_BIN = 0.5;
/** Bins of any other signal between its 1st and 99th value of a hundred. */
const BINS = 40;

export interface FilteredSeries {
  series: NativeSeries;
  removal: Removal;
  /** Filters that do not apply to the series, by their position. */
  notApplied: number[];
}

/** Applies filters in their order to the points of a series. What they remove becomes NaN. */
export function filterPoints(series: NativeSeries, filters: readonly PointFilter[], inputs: FilterInputs): FilteredSeries {
  const removers = filters.map((filter) => removerOf(filter, series, inputs));
  const removal = applyInOrder(
    series.values,
    removers.map((remove) => remove ?? (() => undefined)),
  );
  return {
    series: { ...series, values: series.values.map((value, i) => (removal.removedBy[i] === -1 ? value : Number.NaN)) },
    removal,
    notApplied: removers.flatMap((remove, position) => (remove ? [] : [position])),
  };
}

/** undefined: the filter does not apply to the series. */
function removerOf(filter: PointFilter, series: NativeSeries, inputs: FilterInputs): Remove | undefined {
  const { segment, timesMs } = series;
  switch (filter.kind) {
    case 'value': {
      const other = valuesAt(series, inputs.findSignal(segment, filter.signalId));
      return other && (() => outsideBounds(other, filter));
    }
    case 'events': {
      const spans = inputs.eventsAt(segment.segmentId).filter(({ type }) => filter.types.some((one) => one === type));
      return () => duringEvents(timesMs, segment, spans).map((isDuring) => (filter.mode === 'without' ? isDuring : 1 - isDuring));
    }
    case 'quality': {
      const flags = valuesAt(series, inputs.findFlags(series));
      const kept = new Set<string>(filter.states);
      return flags && (() => Uint8Array.from(flags, (bits) => (kept.has(Number.isNaN(bits) ? 'noValue' : qualityState(bits)) ? 0 : 1)));
    }
    case 'timeOfDay':
      return () => outsideTimeOfDay(timesMs, segment.zone, { fromMinute: filter.from, toMinute: filter.to });
    case 'sunElevation': {
      const location = inputs.locationOf(segment.siteId);
      return location && (() => outsideBounds(sunElevations(timesMs, segment.intervalMs, location), filter));
    }
    case 'windRange':
      return windRemover(filter, series, inputs);
    case 'outliers':
      return outlierRemover(filter, series, inputs);
  }
}

function windRemover(
  { min, max }: Extract<PointFilter, { kind: 'windRange' }>,
  series: NativeSeries,
  inputs: FilterInputs,
): Remove | undefined {
  const { segment } = series;
  const column = WIND_SPEEDS.values()
    .map((signalId) => inputs.findSignal(segment, signalId))
    .find((found) => found !== undefined);
  const speeds = valuesAt(series, column);
  const { cutIn = ASSUMED_WIND_RANGE.cutIn, cutOut = ASSUMED_WIND_RANGE.cutOut } = inputs.windRangeOf(segment.segmentId);
  return speeds && (() => outsideBounds(speeds, { min: min ?? cutIn, max: max ?? cutOut }));
}

function outlierRemover(
  { threshold, against }: Extract<PointFilter, { kind: 'outliers' }>,
  series: NativeSeries,
  inputs: FilterInputs,
): Remove | undefined {
  if (against === undefined) return (kept) => outliersAmongNeighbours(kept, { threshold });
  const other = valuesAt(series, inputs.findSignal(series.segment, against));
  return other && ((kept) => outliersInBins(kept, other, { threshold, binWidth: binWidthOf(against, other) }));
}

function binWidthOf(signalId: string, values: Float64Array): number {
  if (findSignalDefinition(signalId)?.unit === 'm/s') return WIND_BIN;
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const range = (sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0) - (sorted[Math.floor(0.01 * (sorted.length - 1))] ?? 0);
  return range > 0 ? range / BINS : 1;
}

/** Values of another signal at the points of the series: each holds for its own interval. */
function valuesAt({ timesMs, segment }: NativeSeries, other: TimedColumn | undefined): Float64Array | undefined {
  if (!other) return undefined;
  const stepMs = shortestStepMs(other.timesMs);
  return heldValues(other, timesMs, Number.isNaN(stepMs) ? segment.intervalMs : Math.max(stepMs, segment.intervalMs));
}

interface Bounds {
  min: number | null;
  max: number | null;
  isOutside?: boolean | undefined;
}

/** 1 outside of the bounds, or where there is no value to judge. */
function outsideBounds(values: Float64Array, { min, max, isOutside = false }: Bounds): Uint8Array {
  return Uint8Array.from(values, (value) => {
    if (Number.isNaN(value)) return 1;
    const isInside = (min === null || value >= min) && (max === null || value <= max);
    return isInside === isOutside ? 1 : 0;
  });
}

/** 1 where the interval of a point shares time with an event. */
function duringEvents(
  timesMs: Float64Array,
  { intervalMs }: RequestedSegment,
  spans: readonly { startMs: number; endMs: number }[],
): Uint8Array {
  const during = new Uint8Array(timesMs.length);
  for (const { startMs, endMs } of spans) {
    let [low, high] = [0, timesMs.length];
    // The first point whose interval ends after the start of the event.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timesMs[middle] ?? 0) + intervalMs <= startMs) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < timesMs.length && (timesMs[i] ?? 0) < endMs; i++) during[i] = 1;
  }
  return during;
}
