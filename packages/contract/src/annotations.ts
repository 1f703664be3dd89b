import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, signalIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

const annotationFields = {
  segmentId: segmentIdSchema,
  /** Of the device; it may be a calculated one. */
  signalId: signalIdSchema,
  startMs: instantMsSchema,
  endMs: instantMsSchema,
  text: z.string().trim().min(1).max(LIMITS.commentLength),
};

/** What users wrote about a range of a signal. It shows wherever the signal is shown. */
export const annotationSchema = z.object({
  annotationId: z.uuid(),
  ...annotationFields,
  author: z.string(),
  createdAtMs: instantMsSchema,
  updatedAtMs: instantMsSchema,
  /** Counts its saves. */
  revision: z.number().int(),
  /** The author, and those who may invalidate data of the site. */
  can: z.object({ edit: z.boolean() }),
});
export type Annotation = z.infer<typeof annotationSchema>;

export const annotationEndpoints = {
  search: endpoint({
    method: 'POST',
    path: '/api/annotations/search',
    access: 'signedIn',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'Annotations of signals x segments that overlap a period, the newest 500.',
    body: z.object({
      segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.selectedDevices),
      /** Absent: of every signal. */
      signalIds: z.array(signalIdSchema).max(LIMITS.selectedSignals).optional(),
      startMs: instantMsSchema,
      endMs: instantMsSchema,
    }),
    response: z.object({ items: z.array(annotationSchema) }),
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/annotations/save',
    access: 'PageDataStudio',
    summary: 'Writes an annotation, new without an id.',
    body: z
      .object({ annotationId: z.uuid().optional(), seenRevision: z.number().int().optional(), ...annotationFields })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: annotationSchema,
    errors: ['resource.notFound', 'resource.conflict', 'access.forbidden'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/annotations/remove',
    access: 'PageDataStudio',
    summary: 'Removes an annotation.',
    body: z.object({ annotationId: z.uuid() }),
    response: z.object({}),
    errors: ['resource.notFound', 'access.forbidden'],
  }),
};
