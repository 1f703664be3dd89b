import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SITE_GROUPINGS } from './fleet.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { periodMetricIdSchema } from './metric-ids.ts';
import { METRIC_REASONS } from './metrics.ts';
import { COMPARISONS } from './signal-resolutions.ts';

/** `none`: one value for the whole period. */
const METRIC_BUCKETS = ['none', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type MetricBucket = (typeof METRIC_BUCKETS)[number];

/** `total`: everything together; `each`: every site or device. */
const METRIC_GROUPINGS = ['total', 'each', ...SITE_GROUPINGS] as const;
export type MetricGrouping = (typeof METRIC_GROUPINGS)[number];

const METRIC_COMPARISONS = [...COMPARISONS, 'budget', 'expected', 'guarantee'] as const;

/** Sites or devices times metrics times buckets; more is refused. */
export const MOST_METRIC_VALUES = 200_000;

const periodSchema = z.union([
  z
    .object({ startMs: instantMsSchema, endMs: instantMsSchema })
    .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
  /** Days of the calendar of each site; the last is not in it any more. */
  z
    .object({ fromDay: z.iso.date(), toDay: z.iso.date() })
    .refine(({ fromDay, toDay }) => fromDay < toDay, { path: ['toDay'], error: 'Common_Validation_PeriodEmpty' }),
]);

const comparedSchema = z.object({
  /** Of those that have both. null: none has */
  value: z.number().nullable(),
  /** What the value differs from it by: over those that have both. */
  amount: z.number().nullable(),
  /** `percent` of it, `points` between percentages, `unit`: in that of the metric, as it is 0. */
  kind: z.enum(['percent', 'points', 'unit']),
  have: z.number().int(),
  of: z.number().int(),
});

const metricRowSchema = z.object({
  /** Of the group; empty: everything together. */
  key: z.string(),
  /** Start of the bucket; east of Greenwich the first one begins before the first instant that can be asked for. null: the whole period */
  bucketMs: z.number().int().nullable(),
  metricId: periodMetricIdSchema,
  /** ISO 4217 of an amount of money. null: not money, or not known */
  currency: z.string().nullable(),
  /** Of the value; of amounts of money the currency stands in it, as far as it is known. */
  unit: z.string(),
  /** null: `reason` says why */
  value: z.number().nullable(),
  /** What the value is the quotient of, or the sum itself. null: neither */
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  /** Share of the capacity that has a value, 0 to 1. */
  coverage: z.number(),
  /** Sites or devices with a value, and all that the metric is for. */
  have: z.number().int(),
  of: z.number().int(),
  /** Some are missing, or some of their time is. */
  isPartial: z.boolean(),
  reason: z.enum(METRIC_REASONS).nullable(),
  compared: comparedSchema.optional(),
});
export type MetricRow = z.infer<typeof metricRowSchema>;

const metricGroupSchema = z.object({
  key: z.string(),
  /** Empty: without the attribute. */
  label: z.string(),
  siteIds: z.array(siteIdSchema),
  /** Of a device. null: a site, or a group of them */
  segmentId: segmentIdSchema.nullable(),
});
export type MetricGroup = z.infer<typeof metricGroupSchema>;

const bodySchema = z
  .object({
    metricIds: z.array(periodMetricIdSchema).min(1).max(30),
    /** Either of these. */
    siteIds: z.array(siteIdSchema).max(1_000).optional(),
    segmentIds: z.array(segmentIdSchema).max(1_000).optional(),
    period: periodSchema,
    by: z.enum(METRIC_BUCKETS).default('none'),
    groupBy: z.enum(METRIC_GROUPINGS).default('total'),
    comparison: z.union([z.enum(METRIC_COMPARISONS), z.object({ periodsBack: z.number().int().min(1).max(100) })]).optional(),
  })
  .refine(({ siteIds, segmentIds }) => (siteIds === undefined) !== (segmentIds === undefined), {
    path: ['siteIds'],
    error: 'Common_Validation_Invalid',
  });

export const metricValueEndpoints = {
  values: endpoint({
    method: 'POST',
    path: '/api/metrics/values',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Metrics of sites or devices over a period or its buckets. Values of a fleet are formed from sums, never from ratios; money is never added across currencies. Sites on which the caller may read no dashboard, overview or Data Studio are out of scope.',
    body: bodySchema,
    response: z.object({
      groups: z.array(metricGroupSchema),
      /** Of each group, by metric and bucket; money has one for each currency. Empty for `total` */
      rows: z.array(metricRowSchema),
      /** Of everything together. */
      totals: z.array(metricRowSchema),
      /** Of the buckets: that of all sites, else UTC. */
      timezone: z.string(),
    }),
    bodyBytes: LIMITS.longListBodyBytes,
    errors: ['resource.notFound', 'signals.unavailable', 'signals.tooManyDatapoints'],
  }),
};
