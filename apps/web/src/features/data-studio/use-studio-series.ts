import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Filtering } from '@solvane/contract/point-filters';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { seriesQuery } from '../../shared/series/series.queries.ts';
import type { SeriesColumns, SeriesResult } from '../../shared/series/series-columns.ts';
import { detailPeriod, isSameQuery, studioRequest } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';

export interface StudioSeriesQuery {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  domain: Period;
  zoom: Period | null;
  search: StudioSearch;
  width: number;
  nowMs: number;
}

export interface StudioSeries {
  /** The finest result there is for what is in view; undefined: none yet. */
  result: SeriesResult | undefined;
  /** Its series, with those of the period compared with. */
  series: readonly SeriesColumns[] | undefined;
  /** What filters removed from the whole period. */
  filtering: Filtering | undefined;
  /** The request for the whole period. */
  request: SignalValuesRequest;
  error: Error | null;
  /** The result belongs to an earlier query. */
  isOld: boolean;
  retry: () => void;
}

/** Requests the whole period, finer for what is zoomed into where that was reduced, and for the period compared with. */
export function useStudioSeries({ segmentIds, signalIds, domain, zoom, search, width, nowMs }: StudioSeriesQuery): StudioSeries {
  const asOfMs = domain.endMs > nowMs ? nowMs : null;
  const request = studioRequest({ segmentIds, signalIds, period: domain, search, width });
  const detailRequest = studioRequest({ segmentIds, signalIds, period: detailPeriod(zoom ?? domain, domain), search, width: width * 2 });
  const compareRequest: SignalValuesRequest = { ...request, ...(search.compare && { comparison: search.compare }) };
  const overview = useQuery({ ...seriesQuery(request, { asOfMs }), placeholderData: keepPreviousData });
  const isDetailed = zoom !== null && request.resolution === 'auto' && overview.data?.isReduced === true;
  const detail = useQuery({ ...seriesQuery(detailRequest, { asOfMs }), placeholderData: keepPreviousData, enabled: isDetailed });
  const compared = useQuery({
    ...seriesQuery(compareRequest, { asOfMs }),
    placeholderData: keepPreviousData,
    enabled: search.compare !== undefined,
  });

  const result = isDetailed && detail.data ? detail.data : overview.data;
  const earlier = search.compare === undefined ? undefined : compared.data;
  const series = useMemo(
    () => result && [...result.series, ...(earlier?.series.filter(({ periodsBack }) => periodsBack > 0) ?? [])],
    [result, earlier],
  );
  const queries = [
    { query: overview, request },
    ...(isDetailed ? [{ query: detail, request: detailRequest }] : []),
    ...(search.compare ? [{ query: compared, request: compareRequest }] : []),
  ];
  return {
    result,
    series,
    filtering: overview.data?.filtering,
    request,
    error: queries.find(({ query }) => query.error)?.query.error ?? null,
    // A refresh of the same query does not dim the picture.
    isOld: queries.some(({ query, request: wanted }) => query.isPlaceholderData && query.data && !isSameQuery(query.data.request, wanted)),
    retry: () => void Promise.all(queries.filter(({ query }) => query.isError).map(({ query }) => query.refetch())),
  };
}
