import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { EVENT_SORTS, eventTypeSchema } from './event-names.ts';
import { eventIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema, userIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

/** How an event came to be: by what controllers reported, found in signals, written down or placed by a person, or shown for many devices. */
export const EVENT_ORIGINS = ['reported', 'detected', 'manual', 'edited', 'promoted'] as const;
export const RESET_STATES = ['pending', 'succeeded', 'failed'] as const;

export const eventSchema = z.object({
  eventId: eventIdSchema,
  /** Of what a person sees of it: commands say which one they saw. */
  version: z.number().int(),
  siteId: siteIdSchema,
  siteName: z.string(),
  /** IANA zone of the site. */
  timezone: z.string(),
  segmentId: segmentIdSchema,
  deviceName: z.string(),
  segmentType: z.string(),
  energyType: z.enum(['PV', 'Wind', 'BESS', 'Hybrid']),
  code: z.string(),
  /** What the code means: as its code set describes it, else as the device reported it. Empty: not known, or a code of the system. */
  codeText: z.string(),
  type: eventTypeSchema,
  category: z.string(),
  /** Smaller wins. */
  priority: z.number().int(),
  startMs: instantMsSchema,
  /** null: still open. */
  endMs: instantMsSchema.nullable(),
  /** Of an open event: up to the last computation. */
  durationMs: z.number().int(),
  /** null: the loss of none of its intervals is known, for want of production or expectation. */
  lostEnergyKwh: z.number().nullable(),
  /** Of the energy that has a price, in the currency of the site. null: no loss is known, or none of it has a price. */
  revenueLoss: z.number().nullable(),
  /** Local days of which a loss is known. */
  lossDays: z.number().int(),
  /** Of them, those of which some of the loss has no price: revenue is without it. */
  unpricedDays: z.number().int(),
  /** Intervals of devices that the loss is without, for want of production or expectation. */
  leftOutIntervals: z.number().int(),
  /** The event was changed and its losses are prorated by time until they are recalculated. */
  isLossPending: z.boolean(),
  /** Detected on weak evidence: a single peer, other turbines, or earlier days at the same sun. */
  isLowConfidence: z.boolean(),
  /** null: no user has. */
  acknowledged: z.object({ atMs: instantMsSchema, by: z.string() }).nullable(),
  commentCount: z.number().int(),
  origin: z.enum(EVENT_ORIGINS),
  /** Of the last remote reset. null: none was tried. */
  resetState: z.enum(RESET_STATES).nullable(),
  /** Event on the parent that is shown in place of this one and its like. null: none */
  promotedEventId: eventIdSchema.nullable(),
  /** Devices an event on a parent stands for. */
  affectedDeviceCount: z.number().int(),
  /** Lies in a settled period: changes become corrections. */
  isSettled: z.boolean(),
  can: z.object({
    acknowledge: z.boolean(),
    categorize: z.boolean(),
    /** Split, boundaries, code and undo. */
    edit: z.boolean(),
    merge: z.boolean(),
    comment: z.boolean(),
    reset: z.boolean(),
  }),
});
export type Event = z.infer<typeof eventSchema>;

const namesSchema = z.array(z.string().min(1).max(200)).max(1_000);

/** Everything is optional: what is absent does not narrow. */
export const eventFilterSchema = z.object({
  siteIds: z.array(siteIdSchema).max(10_000).optional(),
  /** With everything below them. */
  segmentIds: z.array(segmentIdSchema).max(10_000).optional(),
  /** Events that share time with the period belong to it, open ones too. */
  startMs: instantMsSchema.optional(),
  endMs: instantMsSchema.optional(),
  types: z.array(eventTypeSchema).optional(),
  categories: namesSchema.optional(),
  codes: namesSchema.optional(),
  /** These events and no others. */
  eventIds: z.array(eventIdSchema).max(1_000).optional(),
  exceptEventIds: z.array(eventIdSchema).max(1_000).optional(),
  /** True: the chosen devices alone, without what lies below them. */
  isExact: z.boolean().optional(),
  /** Began on this day of their site's calendar or later. */
  firstDay: z.iso.date().optional(),
  /** Began on this day of their site's calendar or before. */
  lastDay: z.iso.date().optional(),
  isAcknowledged: z.boolean().optional(),
  isOpen: z.boolean().optional(),
  /** What stands in the search box, as `parseEventQuery` reads it. */
  query: z.string().max(500).optional(),
  /** `hidden`: an event on a parent is shown in place of its like on the devices; `shown`: the other way round. */
  members: z.enum(['hidden', 'shown']).default('hidden'),
});
export type EventFilter = z.output<typeof eventFilterSchema>;

export const eventSortSchema = z.object({ by: z.enum(EVENT_SORTS), direction: z.enum(['asc', 'desc']) });
export type EventSort = z.infer<typeof eventSortSchema>;
const DEFAULT_SORT: EventSort = { by: 'start', direction: 'desc' };

export const eventSumsSchema = z.object({
  count: z.number().int(),
  durationMs: z.number(),
  /** null: nothing was expected of any of them. */
  lostEnergyKwh: z.number().nullable(),
  /** Of those with a price. null: none has one. */
  revenueLoss: z.number().nullable(),
  /** Of them, those of which nothing was expected: the sum of lost energy is without them. */
  energyUnknownCount: z.number().int(),
  /** Of them, those without a price for all or some of their loss: the sum of revenue is without it. */
  revenueUnknownCount: z.number().int(),
  /** Intervals of devices that the sums are without, for want of production or expectation. */
  leftOutIntervals: z.number().int(),
});
export type EventSums = z.infer<typeof eventSumsSchema>;

/** Of no events at all: a loss without events is not known to be 0. */
export const NO_EVENT_SUMS: EventSums = {
  count: 0,
  durationMs: 0,
  lostEnergyKwh: null,
  revenueLoss: null,
  energyUnknownCount: 0,
  revenueUnknownCount: 0,
  leftOutIntervals: 0,
};

export const eventTotalsSchema = eventSumsSchema.extend({
  unacknowledged: z.number().int(),
  byType: z.array(eventSumsSchema.extend({ type: eventTypeSchema, unacknowledged: z.number().int() })),
  /** Parts of the search box that were not understood. */
  issues: z.array(issueSchema),
});
export type EventTotals = z.infer<typeof eventTotalsSchema>;

export const rawEventSchema = z.object({
  rawEventId: z.string(),
  segmentId: segmentIdSchema,
  deviceName: z.string(),
  code: z.string(),
  message: z.string(),
  source: z.enum(['Scada', 'Detected', 'Manual', 'Imported']),
  startMs: instantMsSchema,
  /** null: still open. */
  endMs: instantMsSchema.nullable(),
  /** End as it was reported, where a person corrected it; null: it was reported open. Absent: not corrected. */
  reportedEndMs: instantMsSchema.nullable().optional(),
});

export const commentSchema = z.object({
  commentId: z.uuid(),
  author: z.string(),
  atMs: instantMsSchema,
  text: z.string(),
  mentionedUserIds: z.array(userIdSchema),
});

export const workOrderSchema = z.object({
  workOrderId: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** null: no user yet. */
  assignee: z.object({ userId: userIdSchema, name: z.string() }).nullable(),
  state: z.enum(['pending', 'created', 'failed']),
  /** Number in the register of work orders. null: not there yet. */
  reference: z.string().nullable(),
  author: z.string(),
  createdAtMs: instantMsSchema,
});
export type WorkOrder = z.infer<typeof workOrderSchema>;

export const eventDetailsSchema = z.object({
  event: eventSchema,
  /** Events next to it on the device: its boundaries end there. null: none. */
  previousEndMs: instantMsSchema.nullable(),
  nextStartMs: instantMsSchema.nullable(),
  /** Devices an event on a parent stands for, by their events. */
  members: z.array(eventSchema),
  rawEvents: z.array(rawEventSchema),
  comments: z.array(commentSchema),
  workOrders: z.array(workOrderSchema),
  losses: z.object({
    method: z.enum(['allocated', 'sumOfMembers', 'sharedByTime', 'notExpected']),
    days: z.array(
      z.object({
        day: z.iso.date(),
        lostEnergyKwh: z.number().nullable(),
        revenueLoss: z.number().nullable(),
        /** Intervals of devices whose lost energy has no price: revenue is without them. */
        unpricedIntervals: z.number().int(),
        leftOutIntervals: z.number().int(),
      }),
    ),
    /** What changed in settled days afterwards. */
    corrections: z.array(z.object({ day: z.iso.date(), atMs: instantMsSchema, lostEnergyKwh: z.number(), revenueLoss: z.number() })),
  }),
});
export type EventDetails = z.infer<typeof eventDetailsSchema>;

export const EDIT_ACTIONS = [
  'acknowledge',
  'unacknowledge',
  'categorize',
  'comment',
  'split',
  'boundaries',
  'merge',
  'assignCode',
  'rawEnd',
  'create',
  'delete',
  'undo',
] as const;

/** One edit of a person, however many entries it made. */
export const eventEditSchema = z.object({
  editId: z.uuid(),
  action: z.enum(EDIT_ACTIONS),
  author: z.string(),
  atMs: instantMsSchema,
  reason: z.string(),
  /** What it placed where; empty: it changed no time and no meaning. */
  placements: z.array(
    z.object({ startMs: instantMsSchema, endMs: instantMsSchema, code: z.string(), type: eventTypeSchema, category: z.string() }),
  ),
  /** Edit that this one took back. null: none */
  undoes: z.uuid().nullable(),
  isUndone: z.boolean(),
  canUndo: z.boolean(),
});
export type EventEdit = z.infer<typeof eventEditSchema>;

const searchBodySchema = z.object({
  filter: eventFilterSchema,
  sort: eventSortSchema.default(DEFAULT_SORT),
  /** Of the page before. null: from the beginning. */
  cursor: z.string().max(500).nullable().default(null),
  limit: z.number().int().min(1).max(1_000).default(LIMITS.eventsPerPage),
});

const oneEventSchema = z.object({ eventId: eventIdSchema });

export const eventEndpoints = {
  search: endpoint({
    method: 'POST',
    path: '/api/events/search',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'One page of the event log.',
    body: searchBodySchema,
    response: z.object({ items: z.array(eventSchema), nextCursor: z.string().nullable(), issues: z.array(issueSchema) }),
    errors: ['request.invalid'],
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  totals: endpoint({
    method: 'POST',
    path: '/api/events/totals',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'Counts and sums of the whole result, by type.',
    body: z.object({ filter: eventFilterSchema }),
    response: eventTotalsSchema,
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/events/get',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'One event with everything that belongs to it.',
    query: oneEventSchema,
    response: eventDetailsSchema,
    errors: ['events.notFound'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/events/similar',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'Events of the same code on the device, and on devices of the same type elsewhere, newest first.',
    query: oneEventSchema,
    response: z.object({ onDevice: z.array(eventSchema), onFleet: z.array(eventSchema) }),
    errors: ['events.notFound'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/events/history',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'What people did to an event and to the time it covers, newest first.',
    query: oneEventSchema,
    response: z.object({ items: z.array(eventEditSchema) }),
    errors: ['events.notFound'],
  }),
};
