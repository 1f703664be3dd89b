import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { QUALITY_STATES } from '@solvane/energy/quality/quality-states';
import { z } from 'zod';
import { signalIdSchema } from './ids.ts';

/** Largest absolute value of a bound: no quantity of a plant comes near it. */
const boundSchema = z.number().min(-1e12).max(1e12);
const minuteSchema = z.number().int().min(0).max(1440);

/** A point stays where the signal lies from min to max, both included. Without a value of the signal it is removed. */
const valueFilterSchema = z
  .object({
    kind: z.literal('value'),
    signalId: signalIdSchema,
    /** null: no lower bound. */
    min: boundSchema.nullable().default(null),
    /** null: no upper bound. */
    max: boundSchema.nullable().default(null),
    /** Keeps what lies outside of the bounds. */
    isOutside: z.boolean().optional(),
  })
  .refine(({ min, max }) => min !== null || max !== null, { path: ['min'], error: 'Form_Required' });

/** `without`: removes the time of events of these types, at the device or above it in the tree. `only`: keeps nothing else. */
const eventFilterSchema = z.object({
  kind: z.literal('events'),
  types: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length),
  mode: z.enum(['without', 'only']),
});

/** Keeps the points in one of these states of quality. */
const qualityFilterSchema = z.object({
  kind: z.literal('quality'),
  states: z.array(z.enum(QUALITY_STATES)).min(1).max(QUALITY_STATES.length),
});

/** Minutes of the local day of the site, half open; over midnight where `to` is not after `from`. */
const timeOfDayFilterSchema = z.object({ kind: z.literal('timeOfDay'), from: minuteSchema, to: minuteSchema });

/** Elevation of the sun at the site, in degrees. */
const sunFilterSchema = z
  .object({
    kind: z.literal('sunElevation'),
    min: z.number().min(-90).max(90).nullable().default(null),
    max: z.number().min(-90).max(90).nullable().default(null),
  })
  .refine(({ min, max }) => min !== null || max !== null, { path: ['min'], error: 'Form_Required' });

/** Wind speed of the device. A bound that is absent: cut-in or cut-out of the turbine. */
const windFilterSchema = z.object({
  kind: z.literal('windRange'),
  min: z.number().min(0).max(100).optional(),
  max: z.number().min(0).max(100).optional(),
});

/** Removes outliers: among neighbours in time, or with `against` among points in the same bin of another signal. */
const outlierFilterSchema = z.object({
  kind: z.literal('outliers'),
  /** Robust standard deviations. */
  threshold: z.number().min(1).max(20).default(3.5),
  against: signalIdSchema.optional(),
});

export const pointFilterSchema = z.discriminatedUnion('kind', [
  valueFilterSchema,
  eventFilterSchema,
  qualityFilterSchema,
  timeOfDayFilterSchema,
  sunFilterSchema,
  windFilterSchema,
  outlierFilterSchema,
]);
export type PointFilter = z.infer<typeof pointFilterSchema>;

export const FILTER_KINDS = [
  'value',
  'events',
  'quality',
  'timeOfDay',
  'sunElevation',
  'windRange',
  'outliers',
] as const satisfies PointFilter['kind'][];

/** Applied in this order to native points, before anything is aggregated. */
export const pointFiltersSchema = z.array(pointFilterSchema).max(10);

/** What filters did: counts of native points over all series of the requested period. `used` and `removed` add up to `points`. */
export const filteringSchema = z.object({
  points: z.number().int(),
  used: z.number().int(),
  /** By filter, in the order of the request. A point counts for the first filter that removes it. */
  removed: z.array(z.number().int()),
  /** Series that a filter does not apply to: they do not have its signal, quality or turbine. */
  notApplied: z.array(z.number().int()),
});
export type Filtering = z.infer<typeof filteringSchema>;
