import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const REJECT_REASONS = [
  'unknownDevice',
  'unknownSignal',
  'signalNotForDevice',
  'notWritable',
  'wrongUnit',
  'inFuture',
  'notFinite',
  'timeInvalid',
  'timeWithoutZone',
  'timeNonexistent',
  'timeAmbiguous',
  'lengthMismatch',
  'columnMissing',
  'valueInvalid',
  'rowInvalid',
  /** A later row of the same series and time counts. */
  'sameTime',
] as const;
export const rejectReasonSchema = z.enum(REJECT_REASONS);
export type RejectReason = z.infer<typeof rejectReasonSchema>;

/**
 * JSON body. `signal` is `apCode||calcType`, or an apCode alone for Raw. `t` holds epoch milliseconds or ISO 8601 text with a zone, `v` numbers; null is "no value"
 * and writes nothing; each point is judged by itself, so their types are not part of the schema. `unit` other than the catalogue's is converted when it is known, else the series is rejected.
 *
 * CSV and Arrow, row form: columns `segmentId,signal,t,v`. Columnar form: one time column `t` and one column per series named `segmentId/signal`.
 * NDJSON: one `{segmentId, signal, t, v}` with plain t and v per line.
 */
export const ingestSeriesSchema = z.object({
  segmentId: z.string().max(64),
  signal: z.string().max(110),
  unit: z.string().max(20).optional(),
  t: z.array(z.unknown()),
  v: z.array(z.unknown()),
});

/** Series are judged one by one: of a body of nothing but mistakes the first are reported. */
export const ingestPointsBodySchema = z.object({ series: z.array(z.unknown()) });

const rejectedSchema = z.object({
  segmentId: z.string().nullable(),
  signal: z.string().nullable(),
  reason: rejectReasonSchema,
  count: z.number().int(),
  /** First places where it happened: line numbers of text bodies, else indexes. */
  lines: z.array(z.number().int()).max(20),
});

export const ingestResponseSchema = z.object({
  /** Points that were taken, merged ones too. */
  accepted: z.number().int(),
  rejected: z.number().int(),
  reasons: z.array(rejectedSchema),
  /** Points that a later one of the same series and time in this body replaced, by series. Absent: none. */
  merged: z.array(z.object({ segmentId: z.string(), signal: z.string(), count: z.number().int() })).optional(),
});
export type IngestResponse = z.infer<typeof ingestResponseSchema>;

export const INGEST_CONTENT_TYPES = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.arrow.stream',
] as const;

export const ingestEventSchema = z.object({
  segmentId: z.string().max(64),
  code: z.string().min(1).max(64),
  /** Text that came with the code, if any. */
  text: z.string().max(500).optional(),
  start: z.union([z.number(), z.string()]),
  /** null: still open. */
  end: z.union([z.number(), z.string()]).nullable(),
});

export const ingestEndpoints = {
  points: endpoint({
    method: 'POST',
    path: '/api/ingest/points',
    access: 'ingest',
    summary: 'Stores points: JSON, NDJSON, CSV or Arrow IPC, plain or gzip. 2xx means durable; the last write to a point wins.',
    rawBody: INGEST_CONTENT_TYPES,
    response: ingestResponseSchema,
    errors: ['request.malformed', 'ingest.tooManyPoints', 'ingest.tooManySeries', 'ingest.busy', 'storage.full', 'signals.unavailable'],
  }),
  events: endpoint({
    method: 'POST',
    path: '/api/ingest/events',
    access: 'ingest',
    bodyBytes: LIMITS.longListBodyBytes,
    summary: 'Stores event codes (alarms); the same device, code and start replaces what was there.',
    /** Each event is judged by itself: one that is no event costs no other. */
    body: z.object({ events: z.array(z.unknown()).max(100_000) }),
    response: ingestResponseSchema,
    errors: ['request.malformed', 'ingest.busy', 'storage.full'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/ingestion/status',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Ingestion and pipeline state per site.',
    response: z.object({
      nowMs: instantMsSchema,
      items: z.array(
        z.object({
          siteId: siteIdSchema,
          lastPointMs: instantMsSchema.nullable(),
          lastReceivedMs: instantMsSchema.nullable(),
          pointsLastHour: z.number().int(),
          backlogSiteDays: z.number().int(),
          rejectedLast30Days: z.number().int(),
          /** Progress of a running recalculation, 0 to 1; null: none runs. */
          recalculation: z.number().nullable(),
        }),
      ),
    }),
  }),
  rejects: endpoint({
    method: 'GET',
    path: '/api/ingestion/rejects',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Rejected rows of one site with reasons, newest first; kept 30 days.',
    query: z.object({
      siteId: siteIdSchema,
      limit: z.coerce.number().int().min(1).max(500).default(100),
      beforeMs: z.coerce.number().int().optional(),
    }),
    response: z.object({
      items: z.array(
        z.object({
          atMs: instantMsSchema,
          segmentId: z.string().nullable(),
          signal: z.string().nullable(),
          reason: rejectReasonSchema,
          count: z.number().int(),
          sample: z.string(),
        }),
      ),
    }),
    errors: ['resource.notFound'],
  }),
};
