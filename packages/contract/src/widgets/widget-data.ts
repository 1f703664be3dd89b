import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** What widgets can query; `widget-queries.ts` has the endpoint of each kind. */
export const WIDGET_QUERY_KINDS = [
  'series',
  'latest',
  'siteStatus',
  'ingestion',
  'progress',
  'fleetResults',
  'walk',
  'ledger',
  'availability',
  'guarantees',
  'events',
  'eventTotals',
  'eventGroups',
  'eventLanes',
  'lossSums',
  'metrics',
  'measuredCurve',
  'peers',
  'deviceStates',
  'batteryStates',
  'annotations',
  'weather',
] as const;
export type WidgetQueryKind = (typeof WIDGET_QUERY_KINDS)[number];

const widgetQuerySchema = z.object({
  /** Chosen by the caller, unique in the request: the frame of the query has it too. */
  id: z.string().min(1).max(100),
  kind: z.enum(WIDGET_QUERY_KINDS),
  /** Judged by the endpoint of the kind when the query runs: a wrong body fails its own query only. */
  body: z.record(z.string(), z.unknown()).default({}),
});

/** One line of the response: what one query returned, or why it failed. */
export const widgetFrameSchema = z.union([
  /** Base64 of the columns of `signals.values`, for callers that accept them. */
  z.object({ id: z.string(), columns: z.string() }),
  z.object({ id: z.string(), result: z.unknown() }),
  z.object({ id: z.string(), error: errorBodySchema }),
]);
export type WidgetFrame = z.infer<typeof widgetFrameSchema>;

export const WIDGET_FRAMES_TYPE = 'application/x-ndjson';

export const widgetEndpoints = {
  data: endpoint({
    method: 'POST',
    path: '/api/widgets/data',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    responseKind: 'frames',
    summary:
      'Runs the queries of all widgets of a page. One line of JSON per query, in the order in which they finish. Series come as columns to those who accept them.',
    body: z
      .object({ queries: z.array(widgetQuerySchema).min(1).max(LIMITS.widgetQueries) })
      .refine(({ queries }) => new Set(queries.map(({ id }) => id)).size === queries.length, {
        path: ['queries'],
        error: 'Common_Validation_Invalid',
      }),
    response: widgetFrameSchema,
  }),
};
