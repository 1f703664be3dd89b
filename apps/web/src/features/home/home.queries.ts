import { eventEndpoints } from '@solvane/contract/events';
import { type SegmentId, type SiteId, signalIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import type { Resolution, SignalValuesRequest } from '@solvane/contract/signals';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import { demoEndpoints } from '@solvane/contract/system';
import type { Period } from '@solvane/energy/time/local-day';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const homeKeys = {
  demoProgress: ['demo', 'progress'],
  ingestion: ['ingestion', 'status'],
} as const;

const LOADING_POLL_MS = 5_000;
const STATUS_POLL_MS = 60_000;
const RESULTS_POLL_MS = 300_000;
const OPEN_EVENTS_READ = 100;

export function ingestionQuery() {
  return queryOptions({
    queryKey: homeKeys.ingestion,
    queryFn: ({ signal }) => call(ingestEndpoints.status, { signal, background: true }),
    refetchInterval: STATUS_POLL_MS,
  });
}

export interface FleetPowerQuery {
  segmentIds: readonly SegmentId[];
  period: Period;
  resolution: Resolution;
  /** The refresh it belongs to; null: the period is over. */
  asOfMs: number | null;
}

/** Net power per site. */
export function fleetPowerRequest({ segmentIds, period, resolution }: FleetPowerQuery): SignalValuesRequest {
  const signalIds = [signalIdSchema.parse('ActivePower||Raw')];
  return { segmentIds: [...segmentIds], signalIds, ...period, resolution, treeAggregation: 'site' };
}

/** Expected power of sites at the terminals of their generators. */
export function fleetExpectedRequest({ segmentIds, period, resolution }: FleetPowerQuery): SignalValuesRequest {
  return { segmentIds: [...segmentIds], signalIds: [signalIdSchema.parse('ActivePower||Expected')], ...period, resolution };
}

/** What the days of some period came to, site by site; null asks nothing. Asked seldom: a day more or less computed hardly moves a month. */
export function fleetResultsQuery(days: { fromDay: string; toDay: string } | null) {
  return queryOptions({
    queryKey: ['site-results', 'fleet', days],
    queryFn: days ? ({ signal }) => call(siteResultEndpoints.fleet, { query: days, signal, background: true }) : skipToken,
    refetchInterval: RESULTS_POLL_MS,
  });
}

/** What is open now at some sites, what needs somebody first. */
export function openEventsQuery(siteIds: readonly SiteId[]) {
  return queryOptions({
    queryKey: ['events', 'search', 'open', siteIds],
    queryFn: ({ signal }) =>
      call(eventEndpoints.search, {
        body: {
          filter: { siteIds: [...siteIds], isOpen: true, members: 'hidden' },
          sort: { by: 'attention', direction: 'desc' },
          limit: OPEN_EVENTS_READ,
        },
        signal,
        background: true,
      }),
    refetchInterval: STATUS_POLL_MS,
  });
}

/** How far the demo is loaded; asked often while it loads, then no more. */
export function demoProgressQuery() {
  return queryOptions({
    queryKey: homeKeys.demoProgress,
    queryFn: ({ signal }) => call(demoEndpoints.progress, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.stage === 'recent' || state.data.stage === 'history') ? LOADING_POLL_MS : false,
  });
}
