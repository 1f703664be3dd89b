import { z } from 'zod';
import { contractEndpoints } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { eventCategorySetEndpoints, eventCodeSetEndpoints } from './event-codes.ts';
import { instantMsSchema, segmentIdSchema, signalIdSchema, siteIdSchema } from './ids.ts';
import { invalidationEndpoints } from './invalidations.ts';
import { LIMITS } from './limits.ts';
import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from './models.ts';
import { qualityEndpoints } from './quality.ts';

const localDateSchema = z.iso.date();

const periodShape = { startMs: instantMsSchema, endMs: instantMsSchema };
const isPeriod = ({ startMs, endMs }: { startMs: number; endMs: number }) => startMs < endMs;
const emptyPeriod = { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' };

/** A site-day that could not be computed. It is tried again by itself, later each time, and holds up no other. */
export const failedSiteDaySchema = z.object({
  day: localDateSchema,
  failures: z.number().int(),
  /** Message of the calculation, for the person who repairs it. */
  error: z.string(),
  retryAtMs: instantMsSchema,
});

export const computationProgressSchema = z.object({
  siteId: siteIdSchema,
  /** Days that wait to be computed. */
  waitingDays: z.number().int(),
  /** Of everything that has waited since the last quiet moment, the share that is done; null: nothing waits. */
  share: z.number().min(0).max(1).nullable(),
  /** A worker is at it. */
  isComputing: z.boolean(),
  /** null: never yet. */
  lastComputedMs: instantMsSchema.nullable(),
  /** First and last day that were ever computed; null: none yet. */
  firstDay: localDateSchema.nullable(),
  lastDay: localDateSchema.nullable(),
  failed: z.array(failedSiteDaySchema),
});
export type ComputationProgress = z.infer<typeof computationProgressSchema>;

/** One signal of one device over the previewed days, as it is and as it would be. */
export const previewedSignalSchema = z.object({
  segmentId: segmentIdSchema,
  signalId: signalIdSchema,
  /** Intervals that would have another value. */
  changedIntervals: z.number().int(),
  /** Sums over the period where a signal adds up over time, else means; null: no value. */
  before: z.number().nullable(),
  after: z.number().nullable(),
});

const previewedSchema = z.object({ days: z.number().int(), signals: z.array(previewedSignalSchema) });

/** What would be saved: the body its own endpoint takes. */
export const savedConfigurationSchema = z.discriminatedUnion('kind', [
  savedBy('quality', qualityEndpoints.save),
  savedBy('qualityAssignment', qualityEndpoints.assign),
  savedBy('invalidation', invalidationEndpoints.save),
  savedBy('powerCurve', powerCurveEndpoints.save),
  savedBy('expectedCoefficients', expectedCoefficientEndpoints.save),
  savedBy('budgets', budgetEndpoints.save),
  savedBy('referenceTurbines', referenceTurbineEndpoints.save),
  savedBy('tariff', tariffEndpoints.save),
  savedBy('tariffs', tariffEndpoints.replace),
  savedBy('codeSet', eventCodeSetEndpoints.save),
  savedBy('codeOverrides', eventCodeSetEndpoints.override),
  savedBy('categorySet', eventCategorySetEndpoints.save),
  savedBy('contract', contractEndpoints.save),
]);

/** What all ratings of a device are compared with: fixed once its period is over. */
export const ratingBaselineSchema = z.object({
  segmentId: segmentIdSchema,
  /** Local days, both included. */
  firstDay: localDateSchema,
  lastDay: localDateSchema,
  /** kW per kW of Temperature Adjusted Nominal Power; null: the period has too few points for a line. */
  slope: z.number().nullable(),
  pointCount: z.number().int(),
  fixedAtMs: instantMsSchema,
});
export type RatingBaseline = z.infer<typeof ratingBaselineSchema>;

export const performanceEndpoints = {
  progress: endpoint({
    method: 'GET',
    path: '/api/performance/progress',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'What waits to be computed, and what could not be, per site.',
    response: z.object({ nowMs: instantMsSchema, items: z.array(computationProgressSchema) }),
  }),
  recalculate: endpoint({
    method: 'POST',
    path: '/api/performance/recalculate',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Recalculates the days of a period, ahead of background work.',
    body: z.object({ siteIds: z.array(siteIdSchema).min(1).max(1_000), ...periodShape }).refine(isPeriod, emptyPeriod),
    response: z.object({ siteDays: z.number().int() }),
    errors: ['resource.notFound'],
  }),
  ratingBaselines: endpoint({
    method: 'GET',
    path: '/api/performance/rating-baselines',
    access: 'signedIn',
    narrowed: 'sites',
    summary:
      'What ratings of the devices of a site are compared with: power per temperature-adjusted nominal power in a period that is over.',
    query: z.object({ siteId: siteIdSchema }),
    response: z.object({ items: z.array(ratingBaselineSchema) }),
    errors: ['resource.notFound'],
  }),
  renewRatingBaselines: endpoint({
    method: 'POST',
    path: '/api/performance/rating-baselines/renew',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Fixes the rating baselines of a site again, and recalculates everything after their period against them.',
    body: z.object({ siteId: siteIdSchema }),
    response: z.object({ siteDays: z.number().int() }),
    errors: ['resource.notFound'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/performance/preview',
    access: 'EditMetadata',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What changed attributes would do to the results of some days. Nothing is stored.',
    body: z
      .object({
        siteId: siteIdSchema,
        ...periodShape,
        changes: z
          .array(
            z.object({
              segmentId: segmentIdSchema,
              attribute: z.string().max(64),
              /** null: as if it were not stated. */
              value: z.union([z.number(), z.string().max(200), z.boolean()]).nullable(),
            }),
          )
          .min(1)
          .max(1_000),
      })
      .refine(isPeriod, emptyPeriod),
    response: previewedSchema,
    errors: ['resource.notFound', 'performance.tooManyDays', 'performance.previewFailed', 'signals.unavailable'],
  }),
  previewSave: endpoint({
    method: 'POST',
    path: '/api/performance/preview-save',
    access: 'signedIn',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary:
      'What saving a configuration would do to the results of some days. It is refused for whatever reason saving it would be. Nothing is stored.',
    body: z.object({ siteId: siteIdSchema, ...periodShape, save: savedConfigurationSchema }).refine(isPeriod, emptyPeriod),
    response: previewedSchema,
    errors: ['access.forbidden', 'resource.notFound', 'performance.tooManyDays', 'performance.previewFailed', 'signals.unavailable'],
  }),
};

function savedBy<const Kind extends string, Body extends z.ZodType>(kind: Kind, { body }: { body?: Body }) {
  if (!body) throw new RangeError(`Nothing is sent to save ${kind}`);
  return z.object({ kind: z.literal(kind), body });
}
