import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { eventTypeSchema } from './event-names.ts';
import { eventFilterSchema, eventSchema, eventSortSchema, workOrderSchema } from './events.ts';
import { eventIdSchema, instantMsSchema, jobIdSchema, segmentIdSchema, siteIdSchema, userIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { savedViewsSchema, saveViewSchema } from './saved-views.ts';

/** An event as the caller saw it: a command on one that has changed since is refused with `events.changed`. */
export const seenEventSchema = z.object({ eventId: eventIdSchema, version: z.number().int() });
export type SeenEvent = z.infer<typeof seenEventSchema>;

const seenEventsSchema = z.array(seenEventSchema).min(1).max(LIMITS.eventsPerPage);
const reasonSchema = z.string().max(LIMITS.descriptionLength).default('');
const nameSchema = z.string().min(1).max(200);
const commentTextSchema = z.string().min(1).max(100_000);

/** What an event is to mean; what is absent stays. */
const meaningSchema = z.object({
  code: nameSchema.optional(),
  category: nameSchema.optional(),
  type: eventTypeSchema.optional(),
});

/** The events as they are afterwards, those that came to be included; warnings where there are any. */
const changedSchema = z.object({ items: z.array(eventSchema), issues: z.array(issueSchema) });
export type ChangedEvents = z.infer<typeof changedSchema>;

const COMMAND_ERRORS = ['events.notFound', 'events.changed', 'events.settled', 'access.forbidden'] as const;

export const eventCommandEndpoints = {
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/events/acknowledge',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Acknowledges events.',
    body: z.object({ events: seenEventsSchema, reason: reasonSchema }),
    response: changedSchema,
    errors: ['events.notFound', 'events.changed'],
  }),
  unacknowledge: endpoint({
    method: 'POST',
    path: '/api/events/unacknowledge',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Takes acknowledgements back.',
    body: z.object({ events: seenEventsSchema, reason: reasonSchema }),
    response: changedSchema,
    errors: ['events.notFound', 'events.changed'],
  }),
  categorize: endpoint({
    method: 'POST',
    path: '/api/events/categorize',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Gives events a category, with its type.',
    body: z.object({ events: seenEventsSchema, category: nameSchema, type: eventTypeSchema.optional(), reason: reasonSchema }),
    response: changedSchema,
    errors: [...COMMAND_ERRORS, 'events.categoryNotInSet'],
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/events/comment',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'Adds a comment and notifies the users it mentions.',
    body: z.object({
      eventId: eventIdSchema,
      text: commentTextSchema,
      mentionedUserIds: z.array(userIdSchema).max(50).default([]),
    }),
    response: changedSchema,
    errors: ['events.notFound', 'events.commentTooLong'],
  }),
  split: endpoint({
    method: 'POST',
    path: '/api/events/split',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Cuts events at instants strictly inside them; several events need one time zone.',
    body: z.object({ events: seenEventsSchema, timesMs: z.array(instantMsSchema).min(1).max(50), reason: reasonSchema }),
    response: changedSchema,
    errors: [...COMMAND_ERRORS, 'events.splitRejected'],
  }),
  setSegments: endpoint({
    method: 'POST',
    path: '/api/events/set-segments',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Puts segments in the place of an event: boundaries moved, parts with another meaning. Overlaps are errors, gaps warnings.',
    body: z.object({
      event: seenEventSchema,
      segments: z
        .array(
          meaningSchema.extend({
            startMs: instantMsSchema,
            /** null: where the event ends, and open as long as it is. */
            endMs: instantMsSchema.nullable(),
          }),
        )
        .min(1)
        .max(50),
      /** False: a gap is only told, nothing is changed. */
      acceptsGaps: z.boolean().default(false),
      reason: reasonSchema,
    }),
    response: changedSchema,
    errors: [...COMMAND_ERRORS, 'events.segmentsRejected', 'events.categoryNotInSet'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/events/merge',
    access: 'MergeEvents',
    narrowed: 'sites',
    summary: 'Makes events of one device one event, gaps between them included.',
    body: z.object({ events: z.array(seenEventSchema).min(1).max(LIMITS.eventsPerPage), reason: reasonSchema }),
    response: changedSchema,
    errors: [...COMMAND_ERRORS, 'events.mergeRejected'],
  }),
  assignCode: endpoint({
    method: 'POST',
    path: '/api/events/assign-code',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Gives events another code, with what it means on each device. Says for how many it worked.',
    body: z.object({ events: seenEventsSchema, code: nameSchema, reason: reasonSchema }),
    response: changedSchema.extend({
      succeeded: z.number().int(),
      failed: z.array(z.object({ eventId: eventIdSchema, message: z.string() })),
    }),
    errors: ['events.notFound'],
  }),
  setRawEnd: endpoint({
    method: 'POST',
    path: '/api/events/set-raw-end',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Corrects the end of a raw event; what was reported is kept.',
    body: z.object({ event: seenEventSchema, rawEventId: z.string().min(1).max(500), endMs: instantMsSchema, reason: reasonSchema }),
    response: changedSchema,
    errors: [
      'events.notFound',
      'events.changed',
      'events.settled',
      'events.rawNotFound',
      'events.rawEndNotAllowed',
      'events.rawEndBeforeStart',
      'events.rawEndInFuture',
    ],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/events/create',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Creates a manual event on devices of one time zone.',
    body: z.object({
      segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.eventsPerPage),
      startMs: instantMsSchema,
      /** null: still open, until its raw event gets an end. */
      endMs: instantMsSchema.nullable(),
      code: nameSchema,
      category: nameSchema.optional(),
      type: eventTypeSchema.optional(),
      reason: reasonSchema,
    }),
    response: changedSchema,
    errors: ['resource.notFound', 'events.createRejected', 'events.categoryNotInSet', 'events.settled'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/events/remove',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Says that events were none; their losses become unexplained.',
    body: z.object({ events: seenEventsSchema, reason: reasonSchema }),
    response: changedSchema,
    errors: [...COMMAND_ERRORS],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/events/undo',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Takes an edit back, or a taking back.',
    body: z.object({ editId: z.uuid(), reason: reasonSchema }),
    response: changedSchema,
    errors: ['resource.notFound', 'events.settled', 'events.undoRejected'],
  }),
};

export const periodLockSchema = z.object({
  siteId: siteIdSchema,
  /** Everything that began before is settled. null: nothing is. */
  lockedUntilMs: instantMsSchema.nullable(),
  author: z.string().nullable(),
  atMs: instantMsSchema.nullable(),
});

export const periodLockEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/period-locks/list',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'Up to when the events of each site are settled.',
    response: z.object({ items: z.array(periodLockSchema) }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/period-locks/set',
    access: 'LockPeriods',
    narrowed: 'sites',
    summary: 'Settles the events of sites up to an instant, or opens them again.',
    body: z.object({ siteIds: z.array(siteIdSchema).min(1).max(1_000), lockedUntilMs: instantMsSchema.nullable() }),
    response: z.object({ items: z.array(periodLockSchema) }),
    errors: ['resource.notFound'],
  }),
};

/** What is done to every event of a selection. */
export const bulkActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('acknowledge') }),
  z.object({ kind: z.literal('unacknowledge') }),
  z.object({ kind: z.literal('categorize'), categorySet: nameSchema, category: nameSchema, type: eventTypeSchema.optional() }),
  z.object({ kind: z.literal('comment'), text: commentTextSchema }),
  /** Both ends of a period make it an event of its own. */
  z.object({ kind: z.literal('split'), timesMs: z.array(instantMsSchema).min(1).max(50) }),
  z.object({ kind: z.literal('assignCode'), code: nameSchema }),
]);
export type BulkAction = z.infer<typeof bulkActionSchema>;

export const eventSelectionSchema = z.union([
  z.object({ eventIds: z.array(eventIdSchema).min(1).max(100_000) }),
  z.object({ filter: eventFilterSchema, exceptEventIds: z.array(eventIdSchema).max(100_000).default([]) }),
]);
export type EventSelection = z.output<typeof eventSelectionSchema>;

const bulkBodySchema = z.object({ action: bulkActionSchema, selection: eventSelectionSchema, reason: reasonSchema });
const BULK_ERRORS = ['events.splitRejected', 'events.commentTooLong', 'events.tooMany'] as const;

export const eventBulkEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/api/events/bulk/preview',
    access: 'EditEvents',
    summary: 'What a bulk action would touch.',
    body: bulkBodySchema,
    response: z.object({
      count: z.number().int(),
      siteCount: z.number().int(),
      deviceCount: z.number().int(),
      durationMs: z.number(),
      lostEnergyKwh: z.number().nullable(),
      /** Begin in a settled period. */
      settledCount: z.number().int(),
      timezones: z.array(z.string()),
    }),
    errors: [...BULK_ERRORS],
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/events/bulk/start',
    access: 'EditEvents',
    summary: 'Does it as a job; a notice tells the end.',
    body: bulkBodySchema,
    response: z.object({ jobId: jobIdSchema, count: z.number().int() }),
    errors: [...BULK_ERRORS],
    bodyBytes: LIMITS.longListBodyBytes,
  }),
  outcome: endpoint({
    method: 'GET',
    path: '/api/events/bulk/outcome',
    access: 'EditEvents',
    summary: 'What became of every event of a bulk action, failures first.',
    query: z.object({ jobId: jobIdSchema }),
    response: z.object({
      action: bulkActionSchema,
      done: z.number().int(),
      failed: z.number().int(),
      waiting: z.number().int(),
      /** Of the first thousand. */
      rows: z.array(
        z.object({
          eventId: eventIdSchema,
          outcome: z.enum(['failed', 'waiting', 'done']),
          /** Code of the error. null: none */
          problem: z.string().nullable(),
        }),
      ),
    }),
    errors: ['resource.notFound'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/events/bulk/retry',
    access: 'EditEvents',
    summary: 'Tries the failures of a bulk action again.',
    body: z.object({ jobId: jobIdSchema }),
    response: z.object({ jobId: jobIdSchema, count: z.number().int() }),
    errors: ['resource.notFound'],
  }),
};

export const EVENT_EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export const EVENT_EXPORT_COLUMNS = [
  'site',
  'device',
  'code',
  'codeText',
  'type',
  'category',
  'priority',
  'start',
  'end',
  'timezone',
  'duration',
  'lostEnergy',
  'leftOutIntervals',
  'revenueLoss',
  'unpricedDays',
  'currency',
  'acknowledgedBy',
  'acknowledgedAt',
  'commentCount',
  'origin',
  'eventId',
] as const;

const exportBodySchema = z.object({
  filter: eventFilterSchema,
  sort: eventSortSchema.default({ by: 'start', direction: 'desc' }),
  format: z.enum(EVENT_EXPORT_FORMATS),
  columns: z
    .array(z.enum(EVENT_EXPORT_COLUMNS))
    .min(1)
    .default([...EVENT_EXPORT_COLUMNS]),
});

export const eventExportEndpoints = {
  export: endpoint({
    method: 'POST',
    path: '/api/events/export',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'The result as a file, up to 5,000 events.',
    body: exportBodySchema,
    responseKind: 'file',
    errors: ['events.exportTooLarge'],
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  exportJob: endpoint({
    method: 'POST',
    path: '/api/events/export-job',
    access: 'PageEventLogs',
    summary: 'The same in the background, however many events.',
    body: exportBodySchema,
    response: z.object({ jobId: jobIdSchema }),
    bodyBytes: LIMITS.longListBodyBytes,
  }),
};

export const eventViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/event-views/list',
    access: 'PageEventLogs',
    narrowed: 'unowned',
    summary: 'Views of the caller and those shared with the caller.',
    response: savedViewsSchema,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/event-views/save',
    access: 'PageEventLogs',
    summary: 'Saves a view, new without an id.',
    body: saveViewSchema,
    response: savedViewsSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/event-views/remove',
    access: 'PageEventLogs',
    summary: 'Removes a view of the caller.',
    body: z.object({ viewId: z.uuid() }),
    response: savedViewsSchema,
    errors: ['resource.notFound'],
  }),
  setDefault: endpoint({
    method: 'POST',
    path: '/api/event-views/set-default',
    access: 'PageEventLogs',
    summary: 'The view the log opens with; null: its own.',
    body: z.object({ viewId: z.uuid().nullable() }),
    response: savedViewsSchema,
    errors: ['resource.notFound'],
  }),
};

export const workOrderEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/work-orders/create',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Asks for a work order; it is pending until the register of work orders has it, a notice tells.',
    body: z.object({
      eventId: eventIdSchema,
      title: z.string().min(1).max(LIMITS.nameLength),
      description: z.string().max(LIMITS.descriptionLength).default(''),
      assigneeId: userIdSchema.nullable().default(null),
    }),
    response: workOrderSchema,
    errors: ['events.notFound', 'workOrders.createFailed'],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/work-orders/assign',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Assigns a work order to a user.',
    body: z.object({ workOrderId: z.uuid(), assigneeId: userIdSchema.nullable() }),
    response: workOrderSchema,
    errors: ['resource.notFound', 'workOrders.assignFailed'],
  }),
};
