import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, signalIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { filteringSchema, pointFiltersSchema } from './point-filters.ts';
import { RESOLUTIONS } from './signals.ts';

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

/** What siblings of devices did: a band per site, device type and signal. */
const peerBandSchema = z.object({
  siteSegmentId: segmentIdSchema,
  segmentType: z.string(),
  signalId: signalIdSchema,
  unit: z.string(),
  timezone: z.string(),
  /** Devices of the type at the site that have the signal. */
  devices: z.number().int(),
  timesMs: z.array(instantMsSchema),
  /** Devices that have a value. */
  counts: z.array(z.number().int()),
  p10: z.array(z.number().nullable()),
  p50: z.array(z.number().nullable()),
  p90: z.array(z.number().nullable()),
});
export type PeerBand = z.infer<typeof peerBandSchema>;

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
    summary: 'Percentiles 10, 50 and 90 over all devices of the same type at the sites of the named devices, per time.',
    body: z
      .object({
        ...spanFields,
        resolution: z.enum(RESOLUTIONS).default('auto'),
        maxPoints: z.number().int().min(1).max(20_000).default(2_000),
      })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: z.object({ resolution: z.enum(RESOLUTIONS), bands: z.array(peerBandSchema) }),
    errors: ['signals.tooManyDevices', 'signals.tooManySignals', 'signals.tooManyDatapoints', 'signals.unavailable', 'resource.notFound'],
  }),
};
