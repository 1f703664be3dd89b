import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BUCKET_MS } from '../../../shared/series/resolutions.ts';
import { seriesQuery } from '../../../shared/series/series.queries.ts';
import type { SeriesResult } from '../../../shared/series/series-columns.ts';
import { colourKeys, seriesPlots } from '../../../shared/series/series-plots.ts';
import { type SeriesNames, useSeriesNames } from '../../../shared/series/use-series-names.ts';
import { studioRequest } from '../studio-request.ts';
import type { StudioSearch } from '../studio-search.ts';
import type { PinnedChart } from './pinned-charts.ts';

interface PinnedPlots {
  pins: readonly PinnedChart[];
  period: Period;
  search: StudioSearch;
  width: number;
  asOfMs: number | null;
}

const PREFIX = 'pin';

/** Kept charts as plots under those of the selection, on the same time axis. */
export function usePinnedPlots({ pins, period, search, width, asOfMs }: PinnedPlots): readonly TimeSeriesPlot[] {
  const names = useSeriesNames();
  const requests = pins.map(({ devices, signals }) =>
    studioRequest({
      segmentIds: devices.map((id) => segmentIdSchema.parse(id)),
      signalIds: signals.map((id) => signalIdSchema.parse(id)),
      period,
      search: { resolution: search.resolution },
      width,
    }),
  );
  const results = useQueries({
    queries: requests.map((request) => ({ ...seriesQuery(request, { asOfMs }), placeholderData: keepPreviousData })),
    combine: (queries) => queries.map(({ data }) => data),
  });
  return useMemo(() => results.flatMap((result, index) => (result ? plotsOf(result, index, names) : [])), [results, names]);
}

/** Number of the kept chart that a plot belongs to; undefined: it is of the selection. */
export function pinOf(plotId: string): number | undefined {
  const [prefix, index] = plotId.split('/');
  return prefix === PREFIX ? Number(index) : undefined;
}

function plotsOf({ series, resolution }: SeriesResult, index: number, names: SeriesNames): TimeSeriesPlot[] {
  const plots = seriesPlots({
    series,
    signals: new Map(
      series.flatMap(({ signalId }) => {
        const signal = names.signal(signalId);
        return signal ? [[signalId, signal] as const] : [];
      }),
    ),
    bucketMs: BUCKET_MS[resolution],
    siteName: () => null,
    calcTypeName: names.calcType,
    periodsBackName: () => '',
    colours: new Map(colourKeys(series).map((key, colour) => [key, colour % 10])),
  });
  return plots.map((plot) => ({
    ...plot,
    id: `${PREFIX}/${index}/${plot.id}`,
    lines: plot.lines.map((line) => ({ ...line, id: `${PREFIX}/${index}/${line.id}` })),
  }));
}
