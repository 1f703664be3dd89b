import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileIdSchema, instantMsSchema, jobIdSchema, siteIdSchema } from './ids.ts';

export const versionSchema = z.object({ version: z.string() });

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed'] as const;

export const jobSchema = z.object({
  jobId: jobIdSchema,
  kind: z.string(),
  state: z.enum(JOB_STATES),
  /** 0 to 1; null: not known yet. */
  progress: z.number().min(0).max(1).nullable(),
  createdAtMs: instantMsSchema,
  finishedAtMs: instantMsSchema.nullable(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** A file to download; null: the job makes none. */
  fileId: fileIdSchema.nullable(),
  /** Message key with placeholders that says what happened; null: nothing to say yet. */
  message: z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
});
export type Job = z.infer<typeof jobSchema>;

export const NOTICE_KINDS = ['loading', 'success', 'error', 'info', 'warning'] as const;

/** What the event stream carries; each is sent as a server-sent event named by `type`. */
export const streamMessageSchema = z.discriminatedUnion('type', [
  /** The connection is open. Its id is where the next connection goes on when this one breaks before anything else is sent. */
  z.object({ type: z.literal('opened') }),
  z.object({
    type: z.literal('notice'),
    noticeId: z.string(),
    kind: z.enum(NOTICE_KINDS),
    message: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    atMs: instantMsSchema,
  }),
  z.object({ type: z.literal('job'), job: jobSchema }),
  z.object({
    type: z.literal('site-changed'),
    siteId: siteIdSchema,
    what: z.enum(['points', 'events', 'results', 'tree', 'configuration']),
    fromMs: instantMsSchema.nullable(),
    toMs: instantMsSchema.nullable(),
  }),
  z.object({ type: z.literal('demo-progress'), share: z.number().min(0).max(1), stage: z.enum(['recent', 'history', 'live']) }),
]);
export type StreamMessage = z.infer<typeof streamMessageSchema>;

export const systemEndpoints = {
  version: endpoint({
    method: 'GET',
    path: '/version.json',
    access: 'public',
    needsNothing: true,
    summary: 'Version that is served.',
    response: versionSchema,
  }),
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    access: 'public',
    needsNothing: true,
    summary: '200 once sign-in works and while there is room for new data, else 503.',
    response: z.object({
      status: z.enum(['ok', 'starting', 'failing']),
      missing: z.array(z.string()),
      /** What works and will not for long: `disk` is nearly full. */
      warnings: z.array(z.enum(['disk'])),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'public',
    needsNothing: true,
    summary: 'Prometheus text, for loopback addresses or with the metrics token.',
    responseKind: 'text',
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'This description.',
    response: z.record(z.string(), z.unknown()),
  }),
  stream: endpoint({
    method: 'GET',
    path: '/api/stream',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Notices, job progress and changed sites as server-sent events.',
    /** Id of the last message heard over another connection, as of another tab. */
    query: z.object({ since: z.string().max(20).optional() }),
    responseKind: 'events',
  }),
};

export const jobEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/jobs/list',
    access: 'signedIn',
    narrowed: 'unowned',
    summary: "The user's jobs of the last days, and recalculations of sites that are all in scope, newest first.",
    response: z.object({ items: z.array(jobSchema) }),
  }),
};

export const faultSchema = z.object({
  id: z.string(),
  siteId: siteIdSchema,
  deviceIds: z.array(z.string()),
  startMs: instantMsSchema,
  /** null: goes on. */
  endMs: instantMsSchema.nullable(),
  kind: z.enum(['fault', 'environment', 'sensor', 'communication', 'order', 'design', 'user', 'calendar']),
  /** Message key of the sentence that says what was injected. */
  description: z.string(),
  signalIds: z.array(z.string()),
  /** Where in the product it can be seen. */
  screen: z.enum(['insights', 'event-log', 'data-studio', 'data-quality', 'data-invalidation', 'event-code-sets', 'lossWalk']),
  /** Code of the event that shows it; null: none does. */
  eventCode: z.string().nullable(),
});
export type InjectedFault = z.infer<typeof faultSchema>;

export const demoEndpoints = {
  faults: endpoint({
    method: 'GET',
    path: '/api/demo/faults',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'What was injected into the demo fleet, for sites in scope.',
    response: z.object({ items: z.array(faultSchema) }),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/demo/progress',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'How much of the demo history is loaded.',
    response: z.object({
      demo: z.enum(['on', 'off', 'small']),
      stage: z.enum(['off', 'recent', 'history', 'live']),
      share: z.number().min(0).max(1),
    }),
  }),
};
