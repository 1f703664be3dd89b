import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { categorySetEnergyTypeSchema } from './event-codes.ts';
import { eventSelectionSchema } from './event-commands.ts';
import { eventIdSchema, segmentIdSchema, userIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

const eventTypeSchema = z.enum(EVENT_TYPES);

const usedCategorySetSchema = z.object({
  /** Its energy type for one of those every installation begins with. */
  name: z.string(),
  isDefault: z.boolean(),
  energyType: categorySetEnergyTypeSchema,
  /** Of the devices asked about, those that use it. */
  deviceCount: z.number().int(),
  /** Most decisive first. */
  categories: z.array(z.object({ name: z.string(), eventType: eventTypeSchema, rank: z.number().int() })),
});
export type UsedCategorySet = z.infer<typeof usedCategorySetSchema>;

const usableCodeSchema = z.object({
  code: z.string(),
  /** Empty: it has no description. */
  description: z.string(),
  category: z.string(),
  eventType: eventTypeSchema,
  /** Of the devices asked about, those on which it means this. */
  deviceCount: z.number().int(),
});
export type UsableCode = z.infer<typeof usableCodeSchema>;

/** What a person can choose from while editing events. */
export const eventChoiceEndpoints = {
  classifications: endpoint({
    method: 'POST',
    path: '/api/events/classifications',
    access: 'EditEvents',
    narrowed: 'sites',
    summary: 'Category sets that devices use and codes they know: of chosen events, or of devices.',
    body: z.union([
      z.object({ selection: eventSelectionSchema }),
      z.object({ segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.selectedDevices) }),
    ]),
    response: z.object({
      deviceCount: z.number().int(),
      /** Devices that were looked at: of very many, the first. */
      readCount: z.number().int(),
      timezones: z.array(z.string()),
      categorySets: z.array(usedCategorySetSchema),
      codes: z.array(usableCodeSchema),
    }),
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/events/people',
    access: 'PageEventLogs',
    summary: 'Who sees an event: whom a comment can mention and a work order can go to.',
    query: z.object({ eventId: eventIdSchema }),
    response: z.object({ items: z.array(z.object({ userId: userIdSchema, name: z.string() })) }),
    errors: ['events.notFound'],
  }),
};
