import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { seriesQuery } from '../../../shared/series/series.queries.ts';
import { lineId } from '../../../shared/series/series-plots.ts';

/** Earlier periods laid over each other: more could not be told apart. */
export const MOST_RANGES = 6;

interface EarlierLines {
  /** undefined: nothing is drawn yet. */
  request: SignalValuesRequest | undefined;
  /** How many periods back; 0: none. */
  count: number;
  asOfMs: number | null;
}

/** Lays the lines of several periods before over those on screen, each in the colour of its line. */
export function useEarlierLines({ request, count, asOfMs }: EarlierLines): (plots: readonly TimeSeriesPlot[]) => readonly TimeSeriesPlot[] {
  const { formatMessage } = useIntl();
  const requests = useMemo(
    () =>
      request
        ? Array.from({ length: Math.min(count, MOST_RANGES) }, (_, index) => ({ ...request, comparison: { periodsBack: index + 1 } }))
        : [],
    [request, count],
  );
  const results = useQueries({
    queries: requests.map((each) => seriesQuery(each, { asOfMs })),
    combine: (queries) => queries.map(({ data }) => data?.series),
  });
  return useCallback(
    (plots) => {
      const earlier = results.flatMap((series, index) =>
        (series ?? []).filter(({ periodsBack }) => periodsBack > 0).map((one) => ({ one, back: index + 1 })),
      );
      if (earlier.length === 0) return plots;
      return plots.map((plot) => {
        const added = earlier.flatMap(({ one, back }) => {
          const base = plot.lines.find(({ id }) => id === lineId({ ...one, periodsBack: 0 }));
          if (!base) return [];
          const detail = [base.detail, formatMessage({ id: 'DataStudio_Ranges_Back' }, { count: back })].filter(Boolean).join(', ');
          const { timesMs, values, low, high, completeness } = one;
          const id = lineId({ ...one, periodsBack: back });
          return [{ ...base, id, detail, timesMs, values, low, high, completeness, stroke: 'comparison' as const, quality: undefined }];
        });
        return added.length === 0 ? plot : { ...plot, lines: [...plot.lines, ...added] };
      });
    },
    [results, formatMessage],
  );
}
