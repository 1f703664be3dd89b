import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { studioValuesQuery } from './data-studio.queries.ts';
import type { StudioAnswer } from './studio-columns.ts';
import type { StudioSeries } from './studio-plots.ts';
import { detailPeriod, isSameQuestion, studioRequest } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';

export interface StudioAnswersQuestion {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  domain: Period;
  zoom: Period | null;
  search: StudioSearch;
  width: number;
  nowMs: number;
}

export interface StudioAnswers {
  /** The finest answer there is for what is in view; undefined: none yet. */
  answer: StudioAnswer | undefined;
  /** Its series, with those of the period compared with. */
  series: readonly StudioSeries[] | undefined;
  /** The question about the whole period. */
  request: SignalValuesRequest;
  error: Error | null;
  /** What there is answers an earlier question. */
  isOld: boolean;
  retry: () => void;
}

/** Asks for the whole period, finer for what is zoomed into where that was reduced, and for the period compared with. */
export function useStudioAnswers({ segmentIds, signalIds, domain, zoom, search, width, nowMs }: StudioAnswersQuestion): StudioAnswers {
  const asOfMs = domain.endMs > nowMs ? nowMs : null;
  const request = studioRequest({ segmentIds, signalIds, period: domain, search, width });
  const detailRequest = studioRequest({ segmentIds, signalIds, period: detailPeriod(zoom ?? domain, domain), search, width: width * 2 });
  const compareRequest: SignalValuesRequest = { ...request, ...(search.compare && { comparison: search.compare }) };
  const overview = useQuery(studioValuesQuery(request, asOfMs));
  const isDetailed = zoom !== null && request.resolution === 'auto' && overview.data?.isReduced === true;
  const detail = useQuery({ ...studioValuesQuery(detailRequest, asOfMs), enabled: isDetailed });
  const compared = useQuery({ ...studioValuesQuery(compareRequest, asOfMs), enabled: search.compare !== undefined });

  const answer = isDetailed && detail.data ? detail.data : overview.data;
  const earlier = search.compare === undefined ? undefined : compared.data;
  const series = useMemo(
    () => answer && [...answer.series, ...(earlier?.series.filter(({ periodsBack }) => periodsBack > 0) ?? [])],
    [answer, earlier],
  );
  const asked = [
    { query: overview, request },
    ...(isDetailed ? [{ query: detail, request: detailRequest }] : []),
    ...(search.compare ? [{ query: compared, request: compareRequest }] : []),
  ];
  return {
    answer,
    series,
    request,
    error: asked.find(({ query }) => query.error)?.query.error ?? null,
    // A refresh of the same question is not worth dimming the picture.
    isOld: asked.some(({ query, request: wanted }) => query.isPlaceholderData && query.data && !isSameQuestion(query.data.asked, wanted)),
    retry: () => void Promise.all(asked.filter(({ query }) => query.isError).map(({ query }) => query.refetch())),
  };
}
