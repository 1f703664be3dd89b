import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { siteQualityEndpoints } from '@solvane/contract/site-quality';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

interface Period {
  startMs: number;
  endMs: number;
}

const STALE_MS = 60_000;

/** Scores of sites by day. */
export function siteQualityQuery(siteIds: readonly SiteId[], { startMs, endMs }: Period) {
  return queryOptions({
    queryKey: ['site-quality', 'read', { siteIds, startMs, endMs }],
    queryFn: ({ signal }) => call(siteQualityEndpoints.read, { body: { siteIds: [...siteIds], startMs, endMs }, signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    enabled: siteIds.length > 0,
  });
}

/** Signals of a site that need repair. */
export function flawedSignalsQuery(siteId: SiteId, { startMs, endMs }: Period) {
  return queryOptions({
    queryKey: ['site-quality', 'signals', { siteId, startMs, endMs }],
    queryFn: ({ signal }) => call(siteQualityEndpoints.signals, { body: { siteId, startMs, endMs }, signal }),
    staleTime: STALE_MS,
  });
}

/** When each of these signals last had a value. */
export function lastValuesQuery(segmentIds: readonly SegmentId[], apCodes: readonly string[]) {
  return queryOptions({
    queryKey: ['site-quality', 'latest', { segmentIds, apCodes }],
    queryFn: async ({ signal }) => {
      const signalIds = apCodes.map((apCode) => signalIdSchema.parse(`${apCode}||Raw`));
      const { nowMs, items } = await call(signalEndpoints.latest, {
        body: { segmentIds: [...segmentIds], signalIds },
        signal,
        background: true,
      });
      return {
        nowMs,
        lastMs: new Map(items.map(({ segmentId, signalId, timeMs }) => [`${segmentId} ${signalId.split('||')[0]}`, timeMs])),
      };
    },
    staleTime: STALE_MS,
    enabled: segmentIds.length > 0 && apCodes.length > 0,
  });
}
