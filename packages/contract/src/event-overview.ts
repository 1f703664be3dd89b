import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventTypeSchema } from './event-names.ts';
import { eventFilterSchema, eventSumsSchema } from './events.ts';
import { eventIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const EVENT_GROUPINGS = ['site', 'device', 'code', 'category', 'type', 'day'] as const;
export type EventGrouping = (typeof EVENT_GROUPINGS)[number];

/** What groups and days are compared by. */
export const EVENT_MEASURES = ['lostEnergy', 'duration', 'count'] as const;
export type EventMeasure = (typeof EVENT_MEASURES)[number];

export const eventGroupSchema = eventSumsSchema.extend({
  key: z.string(),
  name: z.string(),
  /** Of a device. null: of anything else */
  siteName: z.string().nullable(),
  unacknowledged: z.number().int(),
  /** Narrows the request to these events. */
  filter: eventFilterSchema.pick({
    siteIds: true,
    segmentIds: true,
    isExact: true,
    codes: true,
    categories: true,
    types: true,
    firstDay: true,
    lastDay: true,
  }),
});
export type EventGroup = z.infer<typeof eventGroupSchema>;

/** Events of one device: each by itself, or those that lie too close to be told apart as one bar. */
export const laneBarSchema = z.object({
  type: eventTypeSchema,
  startMs: instantMsSchema,
  /** Of an open event: up to the last computation. */
  endMs: instantMsSchema,
  isOpen: z.boolean(),
  count: z.number().int(),
  unacknowledged: z.number().int(),
  /** null: there are several. */
  eventId: eventIdSchema.nullable(),
  /** null: nothing was expected of any of them. */
  lostEnergyKwh: z.number().nullable(),
});

export const eventLaneSchema = eventSumsSchema.extend({
  segmentId: segmentIdSchema,
  deviceName: z.string(),
  siteId: siteIdSchema,
  siteName: z.string(),
  bars: z.array(laneBarSchema),
});
export type EventLane = z.infer<typeof eventLaneSchema>;

const limitSchema = z.number().int().min(1);

export const eventOverviewEndpoints = {
  groups: endpoint({
    method: 'POST',
    path: '/api/events/groups',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'Counts and sums of the result by what its events share: costliest first, days in their order.',
    body: z.object({
      filter: eventFilterSchema,
      groupBy: z.enum(EVENT_GROUPINGS),
      measure: z.enum(EVENT_MEASURES).default('lostEnergy'),
      limit: limitSchema.max(2_000).default(20),
    }),
    response: z.object({
      items: z.array(eventGroupSchema),
      /** Of all groups, those beyond the limit included. */
      groupCount: z.number().int(),
      /** Of the groups beyond the limit. */
      rest: eventSumsSchema,
    }),
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  lanes: endpoint({
    method: 'POST',
    path: '/api/events/lanes',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'The events of each device along time, costliest device first.',
    body: z.object({
      filter: eventFilterSchema,
      /** Span that is looked at; the filter decides which devices have a lane. */
      view: z.object({ startMs: instantMsSchema, endMs: instantMsSchema }),
      /** Parts of the view that can be told apart. */
      steps: z.number().int().min(10).max(4_000),
      limit: limitSchema.max(500).default(100),
    }),
    response: z.object({ lanes: z.array(eventLaneSchema), laneCount: z.number().int() }),
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
};
