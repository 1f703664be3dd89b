import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { seriesQuery } from '../../../shared/series/series.queries.ts';
import { lineId } from '../../../shared/series/series-plots.ts';
import { withOverlays } from './overlays.ts';

interface UnfilteredLines {
  request: SignalValuesRequest;
  /** False: what filters removed is not shown. */
  isOn: boolean;
  asOfMs: number | null;
}

/** Lays the lines as they are without filters behind what filters left, in grey. */
export function useUnfilteredLines({
  request,
  isOn,
  asOfMs,
}: UnfilteredLines): (plots: readonly TimeSeriesPlot[]) => readonly TimeSeriesPlot[] {
  const { formatMessage } = useIntl();
  const { filters, ...whole } = request;
  const isAsked = isOn && (filters?.length ?? 0) > 0;
  const { data } = useQuery({ ...seriesQuery(whole, { asOfMs }), enabled: isAsked });
  return useCallback(
    (plots) => {
      const series = isAsked ? (data?.series ?? []) : [];
      const detail = formatMessage({ id: 'DataStudio_Unfiltered_Line' });
      return withOverlays(
        plots,
        series.map((one) => ({ of: lineId(one), id: `${lineId(one)}/unfiltered`, detail, colour: null, columns: one })),
      );
    },
    [isAsked, data, formatMessage],
  );
}
