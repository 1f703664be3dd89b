import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const remoteResetSchema = z.object({
  remoteResetId: z.uuid(),
  siteId: siteIdSchema,
  segmentId: segmentIdSchema,
  deviceName: z.string(),
  /** null: the event is gone. */
  eventId: eventIdSchema.nullable(),
  code: z.string(),
  resetStatus: z.enum(['pending', 'succeeded', 'failed']),
  /** Reply of the plant. null: none. */
  message: z.string().nullable(),
  author: z.string(),
  /** Empty: requested before reasons were required. */
  reason: z.string(),
  resetTimeMs: instantMsSchema,
  /** From the beginning of the event to the reset. null: not known. */
  eventDelayMs: z.number().int().nullable(),
  /** From the reset to the plant's answer. null: none yet. */
  timeToResetMs: z.number().int().nullable(),
});
export type RemoteReset = z.infer<typeof remoteResetSchema>;

export const remoteResetEndpoints = {
  request: endpoint({
    method: 'POST',
    path: '/api/remote-resets/request',
    access: 'RemoteReset',
    narrowed: 'sites',
    feature: 'remoteReset',
    summary: 'Asks the plant to reset the device of an event; a notice tells what became of it.',
    body: z.object({ eventId: eventIdSchema, reason: z.string().trim().min(1).max(LIMITS.descriptionLength) }),
    response: remoteResetSchema,
    errors: ['events.notFound', 'commands.resetFailed'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/api/remote-resets/list',
    access: 'RemoteReset',
    narrowed: 'sites',
    feature: 'remoteReset',
    summary: 'Remote resets, newest first: of an event, of devices, or of a period.',
    body: z.object({
      eventId: eventIdSchema.optional(),
      segmentIds: z.array(segmentIdSchema).max(10_000).optional(),
      startMs: instantMsSchema.optional(),
      endMs: instantMsSchema.optional(),
      limit: z.number().int().min(1).max(1_000).default(200),
    }),
    response: z.object({ items: z.array(remoteResetSchema) }),
    readOnly: true,
  }),
};

export const plantCommandSchema = z.object({
  commandId: z.uuid(),
  kind: z.enum(['reset']),
  siteId: siteIdSchema,
  segmentId: segmentIdSchema,
  code: z.string(),
  requestedAtMs: instantMsSchema,
  /** Answers after it come too late. */
  expiresAtMs: instantMsSchema,
});
export type PlantCommand = z.infer<typeof plantCommandSchema>;

export const plantCommandsSchema = z.object({ items: z.array(plantCommandSchema) });

export const plantCommandEndpoints = {
  next: endpoint({
    method: 'GET',
    path: '/api/plant-commands/next',
    access: 'ingest',
    summary:
      'Commands for the sites of the key that are not fetched yet. With `Prefer: wait=25` it waits so many seconds, at most 60, for the first.',
    response: plantCommandsSchema,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/plant-commands/answer',
    access: 'ingest',
    summary: 'What became of a command.',
    body: z.object({ commandId: z.uuid(), isSuccess: z.boolean(), message: z.string().max(1_000).default('') }),
    response: z.object({ isAccepted: z.boolean() }),
    errors: ['resource.notFound'],
  }),
};
