import { assignColours } from '@solvane/charts/options/line-colours';
import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Resolution, SignalValuesRequest } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { studioValuesQuery } from './data-studio.queries.ts';
import { colourKeys, type PlotsRequest, type StudioSeries, type StudioSignal, studioPlots } from './studio-plots.ts';
import { BUCKET_MS, detailPeriod, isSameQuestion, studioRequest } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';

export interface StudioDataQuestion {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  domain: Period;
  zoom: Period | null;
  search: StudioSearch;
  width: number;
  nowMs: number;
  /** Name of the site of a segment, where several sites are shown; null: one site only, or not known. */
  siteName: (segmentId: string | null) => string | null;
}

export interface StudioData {
  /** undefined: nothing answered yet. */
  plots: readonly TimeSeriesPlot[] | undefined;
  request: SignalValuesRequest;
  resolution: Resolution | null;
  isReduced: boolean;
  error: Error | null;
  /** What is on screen answers an earlier question. */
  isOld: boolean;
  retry: () => void;
}

const NO_COLOURS: ReadonlyMap<string, number> = new Map();

/** The chosen signals as plots: the whole period, finer where it is zoomed into, and the period compared with. */
export function useStudioData({ segmentIds, signalIds, domain, zoom, search, width, nowMs, siteName }: StudioDataQuestion): StudioData {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [remembered, setRemembered] = useState(NO_COLOURS);
  const asOfMs = domain.endMs > nowMs ? nowMs : null;
  const request = studioRequest({ segmentIds, signalIds, period: domain, search, width });
  const overview = useQuery(studioValuesQuery(request, asOfMs));
  const isDetailed = zoom !== null && request.resolution === 'auto' && overview.data?.isReduced === true;
  const detailRequest = studioRequest({ segmentIds, signalIds, period: detailPeriod(zoom ?? domain, domain), search, width: width * 2 });
  const detail = useQuery({ ...studioValuesQuery(detailRequest, asOfMs), enabled: isDetailed });
  const compareRequest: SignalValuesRequest = { ...request, ...(search.compare && { comparison: search.compare }) };
  const before = useQuery({ ...studioValuesQuery(compareRequest, asOfMs), enabled: search.compare !== undefined });
  const answer = isDetailed && detail.data ? detail.data : overview.data;

  const series = useMemo(
    () => answer && [...answer.series, ...(search.compare ? (before.data?.series ?? []).filter(({ periodsBack }) => periodsBack > 0) : [])],
    [answer, before.data, search.compare],
  );
  const colours = useMemo(() => (series ? assignColours(colourKeys(series), remembered) : remembered), [series, remembered]);
  // Colours given once are kept while their lines stay; React allows this during render because it ends after one round.
  if (!isSame(colours, remembered)) setRemembered(colours);

  const plots = useMemo(
    () =>
      series &&
      studioPlots({
        series,
        signals: signalsOf(series, (apCode, name) => textOr(serverText, `Signal_${apCode}`, name)),
        bucketMs: answer ? BUCKET_MS[answer.resolution] : null,
        siteName: (one) => siteName(one.segmentId),
        calcTypeName: (calcType) => serverText(`CalcType_${calcType}`),
        periodsBackName: () => formatMessage({ id: `DataStudio_Compare_${search.compare ?? 'previousPeriod'}` }),
        colours,
      }),
    [series, answer, siteName, colours, formatMessage, serverText, search.compare],
  );

  return {
    plots,
    request,
    resolution: answer?.resolution ?? null,
    isReduced: answer?.isReduced ?? false,
    error: overview.error ?? detail.error ?? before.error,
    isOld:
      isStandIn(overview, request) ||
      (isDetailed && isStandIn(detail, detailRequest)) ||
      (search.compare !== undefined && isStandIn(before, compareRequest)),
    retry: () => void Promise.all([overview, detail, before].filter(({ isError }) => isError).map((query) => query.refetch())),
  };
}

/** What is shown answers another question; a refresh of the same one is not worth dimming the picture. */
function isStandIn(
  { isPlaceholderData, data }: { isPlaceholderData: boolean; data: { asked: SignalValuesRequest } | undefined },
  request: SignalValuesRequest,
): boolean {
  return isPlaceholderData && data !== undefined && !isSameQuestion(data.asked, request);
}

/** Signals of a newer server than this page have the catalogue's own name. */
function textOr(serverText: (key: string) => string, key: string, otherwise: string): string {
  const text = serverText(key);
  return text === key ? otherwise : text;
}

function signalsOf(series: readonly StudioSeries[], nameOf: (apCode: string, name: string) => string): PlotsRequest['signals'] {
  const entries = [...new Set(series.map(({ signalId }) => signalId))].flatMap((signalId): [string, StudioSignal][] => {
    const definition = findSignalDefinition(signalId);
    return definition ? [[signalId, { ...definition, name: nameOf(definition.apCode, definition.name) }]] : [];
  });
  return new Map(entries);
}

function isSame(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
