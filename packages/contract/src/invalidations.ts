import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { configurationSavedSchema } from './validity.ts';

const invalidationIdSchema = z.uuid();
const period = { startMs: instantMsSchema, endMs: instantMsSchema };
const isPeriod = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean => startMs < endMs;
const emptyPeriod = { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' };
const reasonSchema = z.string().trim().min(1).max(500);

/** One command of a user about signals of devices. */
const invalidationSchema = z.object({
  id: invalidationIdSchema,
  /** `restore`: values that were invalidated count again. */
  action: z.enum(['invalidate', 'restore']),
  ...period,
  /** Devices that the caller sees. */
  segments: z.array(z.object({ siteId: siteIdSchema, segmentId: segmentIdSchema, segmentName: z.string() })),
  apCodes: z.array(z.string()),
  reason: z.string(),
  author: z.string(),
  atMs: instantMsSchema,
  /** null: it holds. */
  undone: z.object({ by: z.string(), atMs: instantMsSchema }).nullable(),
});
export type Invalidation = z.infer<typeof invalidationSchema>;

/** Periods of one signal that are invalid now. */
const invalidPeriodsSchema = z.object({ segmentId: segmentIdSchema, apCode: z.string(), periods: z.array(z.object(period)) });
export type InvalidPeriods = z.infer<typeof invalidPeriodsSchema>;

/** What a user declares invalid, or restores. */
export const invalidationOrderSchema = z
  .object({
    action: z.enum(['invalidate', 'restore']),
    segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.selectedDevices),
    apCodes: z.array(z.string().min(1).max(64)).min(1).max(LIMITS.selectedSignals),
    ...period,
    reason: reasonSchema,
  })
  .refine(isPeriod, emptyPeriod);
export type InvalidationOrder = z.infer<typeof invalidationOrderSchema>;

export const invalidationEndpoints = {
  search: endpoint({
    method: 'POST',
    path: '/api/invalidations/search',
    access: 'PageDataInvalidation',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What users invalidated and restored in a period, newest first, and which periods are invalid now.',
    body: z.object({ segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.selectedDevices), ...period }).refine(isPeriod, emptyPeriod),
    response: z.object({ items: z.array(invalidationSchema), invalid: z.array(invalidPeriodsSchema) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/invalidations/save',
    access: 'InvalidateData',
    narrowed: 'sites',
    summary:
      'Declares values invalid, or restores them, and recalculates the days. What arrived stays stored. Signals that a device does not measure are left out.',
    body: invalidationOrderSchema,
    response: configurationSavedSchema.extend({ id: invalidationIdSchema }),
    errors: ['resource.notFound'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/invalidations/undo',
    access: 'InvalidateData',
    narrowed: 'sites',
    summary: 'Takes an invalidation or a restoration back, as if it had never been made. It stays in the history.',
    body: z.object({ id: invalidationIdSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
};
