import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, jobIdSchema, segmentIdSchema, signalIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { filteringSchema, pointFiltersSchema } from './point-filters.ts';
import { COMPARISONS, resolutionSchema } from './signal-resolutions.ts';

export const AGGREGATIONS = ['default', 'avg', 'sum', 'min', 'max', 'last', 'first', 'count', 'std', 'median', 'percentile'] as const;
export const TREE_AGGREGATIONS = ['device', 'site', 'segmentType', 'attribute', 'total'] as const;

export const signalDefinitionSchema = z.object({
  segmentId: segmentIdSchema,
  signalId: signalIdSchema,
  apCode: z.string(),
  calcType: z.string(),
  name: z.string(),
  unit: z.string(),
  measurementTypeName: z.string(),
  timeAggregation: z.string(),
  treeAggregation: z.string(),
});
export type SignalDefinition = z.infer<typeof signalDefinitionSchema>;

const periodsBackSchema = z.number().int().min(1).max(100);
const segmentIdsSchema = z.array(segmentIdSchema).min(1).max(100_000);

export const signalValuesRequestSchema = z
  .object({
    segmentIds: segmentIdsSchema,
    signalIds: z.array(signalIdSchema).min(1).max(10_000),
    startMs: instantMsSchema,
    endMs: instantMsSchema,
    resolution: resolutionSchema.default('auto'),
    aggregation: z.enum(AGGREGATIONS).default('default'),
    /** 0 to 100, with aggregation `percentile` only. */
    percentile: z.number().min(0).max(100).optional(),
    treeAggregation: z.enum(TREE_AGGREGATIONS).default('device'),
    /** Name of the metadata attribute, with treeAggregation `attribute` only. */
    attribute: z.string().max(64).optional(),
    /** Applied to native points before they are aggregated. */
    filters: pointFiltersSchema.optional(),
    comparison: z
      .union([
        z.enum(COMPARISONS),
        z.object({ periodsBack: periodsBackSchema }),
        /** Several earlier periods, each as a series of its own. */
        z.object({ periodsBackList: z.array(periodsBackSchema).min(1).max(10) }),
      ])
      .optional(),
    /** Upper bound per series: more is reduced to min, max and mean per bucket, and the response says so. */
    maxPoints: z.number().int().min(1).max(2_000_000).optional(),
  })
  .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' });
export type SignalValuesRequest = z.input<typeof signalValuesRequestSchema>;

export const seriesSchema = z.object({
  /** The device, or the group's key where the tree was aggregated. */
  key: z.string(),
  label: z.string(),
  segmentId: segmentIdSchema.nullable(), // null: a group of several sites
  signalId: signalIdSchema,
  /** Of a calculated signal; absent: the catalogue names it. */
  signalName: z.string().optional(),
  unit: z.string(),
  /** What one value is: mean, sum, ... as it was computed. */
  aggregation: z.string(),
  timezone: z.string(),
  /** 0: the period asked for; n: n periods (or years) back, times shifted onto the asked period. */
  periodsBack: z.number().int(),
  /** Bucket starts, ascending. */
  timesMs: z.array(instantMsSchema),
  values: z.array(z.number().nullable()),
  /** Present when reduced: the extremes inside each bucket. */
  min: z.array(z.number().nullable()).optional(),
  max: z.array(z.number().nullable()).optional(),
  /** Valid share of each bucket, 0 to 1. */
  completeness: z.array(z.number()).optional(),
});
export type Series = z.infer<typeof seriesSchema>;

export const signalValuesResponseSchema = z.object({
  resolution: resolutionSchema,
  /** True when a bucket of the response stands for several values asked for. */
  reduced: z.boolean(),
  /** True when the request was finer than the native interval. */
  native: z.boolean(),
  /** With filters: what they removed. */
  filtering: filteringSchema.optional(),
  series: z.array(seriesSchema),
});
export type SignalValuesResponse = z.infer<typeof signalValuesResponseSchema>;

export const latestValueSchema = z.object({
  segmentId: segmentIdSchema,
  signalId: signalIdSchema,
  timeMs: instantMsSchema,
  value: z.number(),
});

/** Why there is no value. A missing expected value also has the codes of `missingExpectationReasonSchema`. */
export const NO_VALUE_REASONS = [
  'noSeries',
  'notReceived',
  'notYet',
  'notComputed',
  'removed',
  'inputsMissing',
  'noResult',
  'notApplicable',
] as const;

const neighbourSchema = latestValueSchema.extend({ value: z.number().nullable() }); // null: received, but not a number

/** A rule of the site's data quality configuration that decided on a validated value. */
export const appliedRuleSchema = z.object({
  /** Message key of its name. */
  name: z.string(),
  effect: z.enum(['rejected', 'suspect', 'supplied']),
  /** Its settings, as the configuration names them. */
  settings: z.record(z.string(), z.unknown()),
});

/** Where what decided on a value is changed. */
export const explanationSourceSchema = z.object({
  kind: z.enum(['qualityConfiguration', 'standardRules', 'metadata', 'formula']),
  /** Of the configuration, of the segment whose metadata count, or of the calculated signal. null: the standard rules, which a configuration of the site replaces */
  id: z.string().nullable(),
  name: z.string(),
});

export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet'] as const;

export const signalEndpoints = {
  values: endpoint({
    method: 'POST',
    path: '/api/signals/values',
    access: 'PageDataStudio',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary:
      'Values of signals x segments. With `Accept: application/vnd.apache.arrow.stream` the response is Arrow IPC with the columns series, time, value, min, max, completeness; with `Accept: application/vnd.solvane.columns` it is columns of doubles behind a JSON head.',
    body: signalValuesRequestSchema,
    response: signalValuesResponseSchema,
    errors: ['signals.tooManyDevices', 'signals.tooManySignals', 'signals.tooManyDatapoints', 'signals.unavailable', 'resource.notFound'],
  }),
  definitions: endpoint({
    method: 'POST',
    path: '/api/signals/definitions',
    access: 'signedIn',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'Signals that exist for segments.',
    body: z.object({ segmentIds: segmentIdsSchema }),
    response: z.object({ items: z.array(signalDefinitionSchema) }),
    errors: ['signals.tooManyDevices', 'resource.notFound'],
  }),
  latest: endpoint({
    method: 'POST',
    path: '/api/signals/latest',
    access: 'signedIn',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'Newest point of signals x segments; without signals of every signal, of calculated ones for up to 20 segments.',
    body: z.object({ segmentIds: segmentIdsSchema, signalIds: z.array(signalIdSchema).max(10_000).optional() }),
    response: z.object({ nowMs: instantMsSchema, items: z.array(latestValueSchema) }),
    errors: ['signals.unavailable', 'resource.notFound'],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/api/signals/explain',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Where one point comes from.',
    body: z.object({ segmentId: segmentIdSchema, signalId: signalIdSchema, timeMs: instantMsSchema }),
    response: z.object({
      segmentId: segmentIdSchema,
      signalId: signalIdSchema,
      timeMs: instantMsSchema,
      value: z.number().nullable(),
      stage: z.string(),
      /** Message key of the sentence that explains the value, with its placeholders. */
      method: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      /** Every version received for this point, newest first: nothing is edited in place. null: it was stored without a value. */
      received: z.array(z.object({ value: z.number().nullable(), receivedAtMs: instantMsSchema })),
      inputs: z.array(latestValueSchema),
      /** Codes of NO_VALUE_REASONS and of missing expectations, empty when there is a value. */
      reasons: z.array(z.string()),
      /** Signals that the value needs and that have none at this time. */
      missingInputs: z.array(z.object({ segmentId: segmentIdSchema, signalId: signalIdSchema })),
      rules: z.array(appliedRuleSchema),
      /** Values before and after, and of peers at the same time, that the rules looked at. */
      neighbours: z.array(neighbourSchema),
      changedIn: explanationSourceSchema.nullable(), // null: nothing to change, it is as received
    }),
    errors: ['resource.notFound'],
  }),
  exportCount: endpoint({
    method: 'POST',
    path: '/api/signals/export-count',
    access: 'PageDataStudio',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary: 'How many rows an export would have.',
    body: signalValuesRequestSchema,
    response: z.object({ rows: z.number().int() }),
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/signals/export',
    access: 'PageDataStudio',
    bodyBytes: LIMITS.longListBodyBytes,
    summary: 'Starts an export job; its file is announced by a notice.',
    body: z.object({
      request: signalValuesRequestSchema,
      format: z.enum(EXPORT_FORMATS),
      layout: z.enum(['long', 'wide']).default('long'),
    }),
    response: z.object({ jobId: jobIdSchema, rows: z.number().int() }),
    errors: ['signals.tooManySignals'],
  }),
};
