import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, signalIdSchema, siteIdSchema } from './ids.ts';
import { availabilityReasonSchema, electricalWarningSchema, expectationGapSchema, resultReasonSchema } from './site-results.ts';

/** What became of one measured signal of a device. */
export const reportedSignalSchema = z.object({
  /** As received. */
  signalId: signalIdSchema,
  /** Points received. */
  points: z.number().int(),
  firstMs: instantMsSchema,
  lastMs: instantMsSchema,
  /** Intervals with a received value that validation has judged; 0: none yet. */
  judged: z.number().int(),
  /** Of these the share whose measured value counts, 0 to 1; null: none is judged yet. */
  validShare: z.number().nullable(),
  /** Intervals whose value is an estimate, as a share of those with a value; null: none has one. */
  estimatedShare: z.number().nullable(),
  /** What took values out, the most first. */
  removed: z.array(
    z.object({
      /** Message key of the rule's name. */
      rule: z.string(),
      intervals: z.number().int(),
      /** Of the judged intervals. */
      share: z.number(),
    }),
  ),
  /** Of power only: energy as received and after validation; null: another quantity. */
  energy: z
    .object({
      receivedKwh: z.number(),
      validatedKwh: z.number(),
      /** Validated divided by received; null: nothing was received. */
      ratio: z.number().nullable(),
      /** The ratio is outside of what validation may change. False while days wait for their calculation. */
      isError: z.boolean(),
    })
    .nullable(),
});
export type ReportedSignal = z.infer<typeof reportedSignalSchema>;

export const reportedDeviceSchema = z.object({
  segmentId: segmentIdSchema,
  name: z.string(),
  segmentType: z.string(),
  signals: z.array(reportedSignalSchema),
  /** Part of the time without expected power and why; null: none is missing, or the device has none. */
  missingExpectation: expectationGapSchema.omit({ segmentId: true }).nullable(),
});
export type ReportedDevice = z.infer<typeof reportedDeviceSchema>;

export const dataReportSchema = z.object({
  siteId: siteIdSchema,
  name: z.string(),
  timezone: z.string(),
  startMs: instantMsSchema,
  endMs: instantMsSchema,
  /** Days of the site that are still to be computed: what follows from them is missing below. */
  waitingDays: z.number().int(),
  devices: z.array(reportedDeviceSchema),
  /** Of the whole site; null: nothing computed, or nothing known. */
  producedKwh: z.number().nullable(),
  expectedKwh: z.number().nullable(),
  lostKwh: z.number().nullable(),
  /** Technical, time-based. [%] null: nothing is known */
  availabilityPercent: z.number().nullable(),
  availabilityReason: availabilityReasonSchema,
  /** Why each of these numbers is null; one that is not null has none. */
  reasons: z
    .object({
      producedKwh: resultReasonSchema,
      expectedKwh: resultReasonSchema,
      lostKwh: resultReasonSchema,
      availabilityPercent: resultReasonSchema,
    })
    .partial(),
  electricalWarning: electricalWarningSchema,
});
export type DataReport = z.infer<typeof dataReportSchema>;

export const dataReportEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/data-reports/read',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'What became of the data a site received in a period: points, valid share, what removed values, energy, and what is missing.',
    query: z
      .object({ siteId: siteIdSchema, startMs: z.coerce.number().pipe(instantMsSchema), endMs: z.coerce.number().pipe(instantMsSchema) })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: dataReportSchema,
    errors: ['resource.notFound', 'signals.unavailable'],
  }),
};
