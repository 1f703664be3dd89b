import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { seriesQuery } from '../../../shared/series/series.queries.ts';
import { lineId } from '../../../shared/series/series-plots.ts';
import { type Overlay, shiftedSeries, withOverlays } from './overlays.ts';

interface EarlierLines {
  /** undefined: nothing is drawn yet. */
  request: SignalValuesRequest | undefined;
  /** How many periods back; 0: none. */
  count: number;
  /** Starts of other ranges, as long as the period. */
  starts: readonly number[];
  /** A start in words. */
  timeText: (startMs: number) => string;
  asOfMs: number | null;
}

/** Earlier periods laid over each other: more could not be told apart. */
const MOST_RANGES = 6;

/** Lays the lines of several periods before, and of ranges that were chosen, over those on screen, each in the colour of its line. */
export function useEarlierLines({
  request,
  count,
  starts,
  timeText,
  asOfMs,
}: EarlierLines): (plots: readonly TimeSeriesPlot[]) => readonly TimeSeriesPlot[] {
  const { formatMessage } = useIntl();
  const requests = useMemo(() => (request ? [...earlier(request, count), ...chosen(request, starts)] : []), [request, count, starts]);
  const results = useQueries({
    queries: requests.map(({ body }) => seriesQuery(body, { asOfMs })),
    combine: (queries) => queries.map(({ data }) => data?.series),
  });
  const overlays = useMemo(
    () =>
      requests.flatMap(({ back, startMs }, index): Overlay[] => {
        const series = results[index] ?? [];
        if (back !== null)
          return series
            .filter(({ periodsBack }) => periodsBack > 0)
            .map((one) => ({
              of: lineId({ ...one, periodsBack: 0 }),
              id: lineId({ ...one, periodsBack: back }),
              detail: formatMessage({ id: 'DataStudio_Ranges_Back' }, { count: back }),
              columns: one,
            }));
        return series.map((one) => ({
          of: lineId(one),
          id: `${lineId(one)}/${startMs}`,
          detail: formatMessage({ id: 'DataStudio_Overlay_From' }, { time: timeText(startMs) }),
          columns: shiftedSeries(one, (request?.startMs ?? startMs) - startMs),
        }));
      }),
    [requests, results, request, timeText, formatMessage],
  );
  return useCallback((plots) => withOverlays(plots, overlays), [overlays]);
}

interface RangeRequest {
  body: SignalValuesRequest;
  /** Periods back; null: a range that was chosen. */
  back: number | null;
  startMs: number;
}

function earlier(request: SignalValuesRequest, count: number): RangeRequest[] {
  return Array.from({ length: Math.min(count, MOST_RANGES) }, (_, index) => ({
    body: { ...request, comparison: { periodsBack: index + 1 } },
    back: index + 1,
    startMs: request.startMs,
  }));
}

function chosen(request: SignalValuesRequest, starts: readonly number[]): RangeRequest[] {
  const lengthMs = request.endMs - request.startMs;
  return starts.map((startMs) => ({ body: { ...request, startMs, endMs: startMs + lengthMs }, back: null, startMs }));
}
