import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, signalIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { filteringSchema, pointFiltersSchema } from './point-filters.ts';
import { RESOLUTIONS } from './signal-resolutions.ts';

const percentSchema = z.number().min(0).max(100);
const spanFields = {
  segmentIds: z.array(segmentIdSchema).min(1).max(100_000),
  signalIds: z.array(signalIdSchema).min(1).max(10_000),
  startMs: instantMsSchema,
  endMs: instantMsSchema,
};

/** Of the native points of one signal of a device in a span. Values that cannot be computed of so few points are null. */
const spanStatisticsSchema = z.object({
  segmentId: segmentIdSchema,
  signalId: signalIdSchema,
  unit: z.string(),
  count: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  /** Of the sample: divided by count - 1. */
  std: z.number().nullable(),
  /** Sum of values; of a mean quantity such as power it has no meaning of its own. */
  sum: z.number().nullable(),
  /** In the order of the request, by straight lines between values. */
  percentiles: z.array(z.number().nullable()),
  /** Points that are there as a share of the native intervals of the span, 0 to 1. */
  dataShare: z.number(),
});

/** Whom devices are compared with. */
export const PEER_SCOPES = ['siblings', 'site'] as const;

export const signalAnalysisEndpoints = {
  statistics: endpoint({
    method: 'POST',
    path: '/api/signals/statistics',
    access: 'PageDataStudio',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'Statistics of the native points of a span, one row per signal and device that has it.',
    body: z
      .object({ ...spanFields, filters: pointFiltersSchema.optional(), percentiles: z.array(percentSchema).max(20).default([10, 50, 90]) })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: z.object({ items: z.array(spanStatisticsSchema), filtering: filteringSchema.optional() }),
    errors: ['signals.tooManyDevices', 'signals.tooManySignals', 'signals.tooManyDatapoints', 'signals.unavailable', 'resource.notFound'],
  }),
  peers: endpoint({
    method: 'POST',
    path: '/api/signals/peers',
    access: 'PageDataStudio',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'The middle four fifths (10th to 90th percentile) and the median of a signal of devices like the named ones.',
    body: z
      .object({
        /** A single one is compared with others, at its capacity. Several are among those that they are compared with. */
        segmentIds: z.array(segmentIdSchema).min(1).max(100_000),
        signalId: signalIdSchema,
        startMs: instantMsSchema,
        endMs: instantMsSchema,
        resolution: z.enum(RESOLUTIONS).default('auto'),
        maxPoints: z.number().int().min(1).max(2_000_000).default(2_000),
        /** Devices of the same type: those below the same parents, or all of the sites. */
        among: z.enum(PEER_SCOPES).default('siblings'),
      })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: z.object({
      /** Peers with values; below three there is no band. */
      devices: z.number().int(),
      /** Values were brought to the capacity of the device. */
      isScaled: z.boolean(),
      resolution: z.enum(RESOLUTIONS),
      timesMs: z.array(instantMsSchema),
      /** null: fewer than three peers have a value. */
      low: z.array(z.number().nullable()),
      median: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
    }),
    errors: ['signals.tooManyDevices', 'signals.tooManyDatapoints', 'signals.unavailable', 'resource.notFound'],
  }),
};
