import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ValueRange } from '@solvane/charts/options/value-range';
import { useCallback, useEffect, useState } from 'react';
import type { StudioSearch } from '../studio-search.ts';
import { changedRanges } from './value-ranges.ts';

/** The address follows a gesture after it has come to rest. */
const REST_MS = 200;

/** Ends of the value axes: at once on screen, a moment later in the address. */
export function useValueRanges(settled: StudioSearch['y'], onSearch: (patch: Partial<StudioSearch>) => void) {
  const [moving, setMoving] = useState<{ of: StudioSearch['y']; y: StudioSearch['y'] } | null>(null);
  // A gesture counts only until the address is another.
  const y = moving && moving.of === settled ? moving.y : settled;
  const onRange = useCallback(
    (plot: TimeSeriesPlot, range: ValueRange) => setMoving({ of: settled, y: changedRanges(y, plot, range) }),
    [settled, y],
  );
  // Writing to the address is an effect on the browser.
  useEffect(() => {
    if (!moving || moving.of !== settled) return;
    const timer = setTimeout(() => onSearch({ y: moving.y }), REST_MS);
    return () => clearTimeout(timer);
  }, [moving, settled, onSearch]);
  return { y, onRange };
}
