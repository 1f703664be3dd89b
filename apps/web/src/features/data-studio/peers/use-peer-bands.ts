import type { TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ResponseOf } from '@solvane/contract/endpoint';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions, skipToken, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { intervalOf } from '../../../shared/series/series-plots.ts';

/** Who a device is compared with. */
export const PEER_CHOICES = ['siblings', 'site', 'off'] as const;
export type PeerChoice = (typeof PEER_CHOICES)[number];

type PeerBand = ResponseOf<typeof signalAnalysisEndpoints.peers>;

interface PeerBandsQuery {
  /** The request that the lines on screen answer; undefined: there are none yet. */
  request: SignalValuesRequest | undefined;
  choice: PeerChoice;
  asOfMs: number | null;
}

/** A band is the background of one quantity: for more signals than these it is not asked. */
const MOST_SIGNALS = 3;

/** Whether a line is the median of peers: it is no line that the user chose. */
export function isPeerLine({ id }: Pick<TimeSeriesLine, 'id'>): boolean {
  return id.includes('/peers/');
}

function peerBandQuery(body: Parameters<typeof call<typeof signalAnalysisEndpoints.peers>>[1]['body'] | null, asOfMs: number | null) {
  return queryOptions({
    queryKey: ['signals', 'peers', body, asOfMs],
    queryFn: body ? ({ signal }) => call(signalAnalysisEndpoints.peers, { body, signal }) : skipToken,
    placeholderData: keepPreviousData,
  });
}

export interface PeerBands {
  /** The plots with the band behind the line of the device, and a line for the median of its peers. */
  withBands: (plots: readonly TimeSeriesPlot[]) => readonly TimeSeriesPlot[];
  /** Peers of the device; null: none were asked, or they are still on their way. */
  devices: number | null;
}

/** The middle four fifths of what devices like the one on screen have. */
export function usePeerBands({ request, choice, asOfMs }: PeerBandsQuery): PeerBands {
  const { formatMessage } = useIntl();
  const asked = useMemo(() => (choice === 'off' || !request ? [] : signalsOf(request)), [choice, request]);
  const [segmentId] = request?.segmentIds ?? [];
  const results = useQueries({
    queries: asked.map((signalId) =>
      peerBandQuery(segmentId && request && choice !== 'off' ? bodyOf(segmentId, signalId, request, choice) : null, asOfMs),
    ),
    combine: (queries) => queries.map(({ data }) => data),
  });
  const withBands = useCallback(
    (plots: readonly TimeSeriesPlot[]) =>
      plots.map((plot) => {
        const index = asked.findIndex((signalId) => plot.lines.some(({ id }) => id.endsWith(`/${signalId}/0`)));
        const band = results[index];
        if (!band || band.devices < 3 || band.timesMs.length === 0) return plot;
        const label = formatMessage({ id: 'DataStudio_Peers_Median' }, { count: band.devices });
        return withBand(plot, band, label);
      }),
    [asked, results, formatMessage],
  );
  return useMemo(() => ({ withBands, devices: results.find((band) => band)?.devices ?? null }), [withBands, results]);
}

/** Signals whose single device is compared: a comparison of groups, or of many devices at once, has no band. */
function signalsOf({ segmentIds, signalIds, treeAggregation }: SignalValuesRequest): string[] {
  if (segmentIds.length !== 1 || (treeAggregation ?? 'device') !== 'device') return [];
  const measured = signalIds.filter((id) => !id.endsWith('||Expected') && !id.endsWith('||Theoretical'));
  // One quantity has one band, that of its judged values where they are shown.
  const byCode = Map.groupBy(measured, (id) => id.split('||')[0]);
  return [...byCode.values()].flatMap((ids) => ids.find((id) => id.endsWith('||Validated')) ?? ids[0] ?? []).slice(0, MOST_SIGNALS);
}

function bodyOf(segmentId: string, signalId: string, request: SignalValuesRequest, among: 'siblings' | 'site') {
  const { startMs, endMs, resolution, maxPoints } = request;
  return { segmentIds: [segmentId], signalId, startMs, endMs, among, ...(resolution && { resolution }), ...(maxPoints && { maxPoints }) };
}

function withBand(plot: TimeSeriesPlot, band: PeerBand, label: string): TimeSeriesPlot {
  const timesMs = Float64Array.from(band.timesMs);
  const line = (id: string, values: readonly (number | null)[]): TimeSeriesLine => ({
    id: `${plot.id}/peers/${id}`,
    label,
    detail: '',
    timesMs,
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
    low: null,
    high: null,
    completeness: null,
    stepMs: intervalOf(timesMs),
    shape: plot.lines[0]?.shape === 'step' ? 'step' : 'line',
    stroke: 'comparison',
    colour: null,
  });
  return {
    ...plot,
    band: { low: line('low', band.low), high: line('high', band.high) },
    lines: [...plot.lines, line('median', band.median)],
  };
}
