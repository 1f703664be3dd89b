import { annotationEndpoints } from '../annotations.ts';
import { batteryStateEndpoints } from '../battery-states.ts';
import { deviceStateEndpoints } from '../device-states.ts';
import type { EndpointDefinition, RequestOf, ResponseOf } from '../endpoint.ts';
import { eventLossSumEndpoints } from '../event-loss-sums.ts';
import { eventOverviewEndpoints } from '../event-overview.ts';
import { eventEndpoints } from '../events.ts';
import { siteEndpoints } from '../fleet.ts';
import { ingestEndpoints } from '../ingest.ts';
import { metricValueEndpoints } from '../metric-values.ts';
import { powerCurveEndpoints } from '../models.ts';
import { performanceEndpoints } from '../performance.ts';
import { signalAnalysisEndpoints } from '../signal-analysis.ts';
import type { SignalColumns } from '../signal-columns.ts';
import { type SignalValuesResponse, signalEndpoints } from '../signals.ts';
import { siteResultEndpoints } from '../site-results.ts';
import { siteWeatherEndpoints } from '../site-weather.ts';
import type { WidgetQueryKind } from './widget-data.ts';

/** The endpoint of each kind: it only reads, and has its own permission. The web app takes types from here only: schemas of every kind would load with its first screen. */
export const WIDGET_QUERY_ENDPOINTS = {
  series: signalEndpoints.values,
  latest: signalEndpoints.latest,
  siteStatus: siteEndpoints.status,
  ingestion: ingestEndpoints.status,
  progress: performanceEndpoints.progress,
  fleetResults: siteResultEndpoints.fleet,
  walk: siteResultEndpoints.walk,
  ledger: siteResultEndpoints.ledger,
  availability: siteResultEndpoints.availability,
  guarantees: siteResultEndpoints.guarantees,
  events: eventEndpoints.search,
  eventTotals: eventEndpoints.totals,
  eventGroups: eventOverviewEndpoints.groups,
  eventLanes: eventOverviewEndpoints.lanes,
  lossSums: eventLossSumEndpoints.lossSums,
  metrics: metricValueEndpoints.values,
  measuredCurve: powerCurveEndpoints.measured,
  peers: signalAnalysisEndpoints.peers,
  deviceStates: deviceStateEndpoints.states,
  batteryStates: batteryStateEndpoints.states,
  annotations: annotationEndpoints.search,
  weather: siteWeatherEndpoints.read,
} as const satisfies Record<WidgetQueryKind, EndpointDefinition>;

type WidgetQueryEndpoint<K extends WidgetQueryKind> = (typeof WIDGET_QUERY_ENDPOINTS)[K];

/** The body of the endpoint, or its query parameters where it is a GET. */
type WidgetQueryBody<K extends WidgetQueryKind> =
  RequestOf<WidgetQueryEndpoint<K>> extends { body: infer Body }
    ? Body
    : RequestOf<WidgetQueryEndpoint<K>> extends { query: infer Query }
      ? Query
      : Record<string, never>;

/** A query of one kind with the body of that kind. */
export type WidgetQuery<K extends WidgetQueryKind = WidgetQueryKind> = { [Kind in K]: { kind: Kind; body: WidgetQueryBody<Kind> } }[K];
/** Series also as columns, as the web app asks for them. */
export type WidgetResult<K extends WidgetQueryKind> = K extends 'series'
  ? SignalValuesResponse | SignalColumns
  : ResponseOf<WidgetQueryEndpoint<K>>;
