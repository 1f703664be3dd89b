import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ValueRange } from '@solvane/charts/options/value-range';
import type { Period } from '@solvane/energy/time/local-day';
import { useMemo } from 'react';
import { sharedAxes, withShape, withSharedAxes } from '../../shared/series/plot-look.ts';
import { useValueRanges } from './axis/use-value-ranges.ts';
import { withRanges } from './axis/value-ranges.ts';
import { useEarlierLines } from './compare/use-earlier-lines.ts';
import { useUnfilteredLines } from './compare/use-unfiltered-lines.ts';
import { usePeerBands } from './peers/use-peer-bands.ts';
import type { PinnedChart } from './pins/pinned-charts.ts';
import { usePinnedPlots } from './pins/use-pinned-plots.ts';
import { useLineQuality, withQuality } from './quality/use-line-quality.ts';
import { pixelsRequested } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';
import type { StudioData } from './use-studio-data.ts';

interface DrawnPlotsQuery {
  data: StudioData;
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  period: Period;
  asOfMs: number | null;
  timeText: (instantMs: number) => string;
}

interface DrawnPlots {
  /** undefined: no result yet. */
  drawn: readonly TimeSeriesPlot[] | undefined;
  /** The user set the ends of a value axis. */
  onRange: (plot: TimeSeriesPlot, range: ValueRange) => void;
}

const NO_PINNED: readonly PinnedChart[] = [];
const NO_STARTS: readonly number[] = [];

/** The chosen lines with all that belongs to them: quality, peers, earlier periods, shape and axes; and the charts that are kept. */
export function useDrawnPlots({ data, search, onSearch, period, asOfMs, timeText }: DrawnPlotsQuery): DrawnPlots {
  const { plots, request, series } = data;
  const quality = useLineQuality({ request, series, isOn: search.quality !== 'off', asOfMs });
  const { withBands } = usePeerBands({ request, choice: search.peers ?? 'siblings', asOfMs });
  const withEarlier = useEarlierLines({ request, count: search.ranges ?? 0, starts: search.overlays ?? NO_STARTS, timeText, asOfMs });
  const withRemoved = useUnfilteredLines({ request, isOn: search.removed === 'shown', asOfMs });
  const { y, onRange } = useValueRanges(search.y, onSearch);
  const pinned = usePinnedPlots({ pins: search.pins ?? NO_PINNED, period, search, width: pixelsRequested(window.innerWidth), asOfMs });
  const { shape = 'line', axes } = search;
  const drawn = useMemo(() => {
    if (!plots) return undefined;
    const shaped = withShape(withRemoved(withEarlier(withBands(withQuality(plots, quality)))), shape);
    const placed = axes === 'shared' ? withSharedAxes(shaped, sharedAxes(shaped)) : shaped;
    return withRanges([...placed, ...pinned], y);
  }, [plots, quality, withBands, withEarlier, withRemoved, pinned, y, shape, axes]);
  return { drawn, onRange };
}
