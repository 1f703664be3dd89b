import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { invalidationOrderSchema } from './invalidations.ts';
import { LIMITS } from './limits.ts';
import { powerCurveSaveSchema, referenceRowSchema } from './models.ts';
import { qualityContentSchema } from './quality.ts';

/** Rules a site would follow, an invalidation, reference turbines, or a power curve. */
const trialSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quality'), content: qualityContentSchema }),
  z.object({ kind: z.literal('invalidation'), body: invalidationOrderSchema }),
  z.object({ kind: z.literal('referenceTurbines'), rows: z.array(referenceRowSchema).min(1).max(1_000) }),
  z.object({ kind: z.literal('powerCurve'), body: powerCurveSaveSchema }),
]);
export type Trial = z.infer<typeof trialSchema>;

/** What is compared, in the order of the table. */
export const IMPACT_FIGURES = [
  'insolation',
  'energy',
  'expected',
  'lost',
  'unexplained',
  'pr',
  'performanceIndex',
  'timeAvailability',
  'productionAvailability',
] as const;
export type ImpactFigure = (typeof IMPACT_FIGURES)[number];

/** Intervals of one signal by what became of them. */
const pointsSchema = z.object({
  intervals: z.number().int(),
  /** Measured, and taken out by a rule or a user. */
  removed: z.number().int(),
  estimated: z.number().int(),
  withoutValue: z.number().int(),
  /** By bit of the quality flags. */
  byBit: z.record(z.string(), z.number().int()),
});
export type ImpactPoints = z.infer<typeof pointsSchema>;

const impactSchema = z.object({
  /** Of the chosen signal; null: none is chosen, or it does not exist. */
  points: pointsSchema.nullable(),
  /** Of the site. Energies in kWh, insolation in kWh/m², the others in %; null: no value */
  figures: z.record(z.enum(IMPACT_FIGURES), z.number().nullable()),
});
export type Impact = z.infer<typeof impactSchema>;

const stateSchema = z.object({
  values: z.array(z.number().nullable()),
  flags: z.array(z.number().int()),
  methods: z.array(z.number().int()),
});

/** One signal of one device, as it arrived, as it is validated and as it would be. */
const watchedSchema = z.object({
  timesMs: z.array(instantMsSchema),
  raw: z.array(z.number().nullable()),
  before: stateSchema,
  after: stateSchema,
});
export type WatchedSignal = z.infer<typeof watchedSchema>;

const signalSchema = z.object({ segmentId: segmentIdSchema, apCode: z.string().min(1).max(64) });
const period = { startMs: instantMsSchema, endMs: instantMsSchema };
const isPeriod = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean => startMs < endMs;
const emptyPeriod = { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' };

/** Days of a back-test. */
export const BACKTEST_DAYS = 90;

const backtestSchema = z.object({
  backtestId: z.uuid(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  siteId: siteIdSchema,
  days: z.number().int(),
  doneDays: z.number().int(),
  /** Over the days that are done; null: none is yet. */
  result: z.object({ before: impactSchema, after: impactSchema }).nullable(),
});
export type Backtest = z.infer<typeof backtestSchema>;

export const qualityImpactEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/api/quality-impact/preview',
    access: 'signedIn',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    readOnly: true,
    summary:
      'One signal as it is validated and as it would be, and what that changes at its site. It is refused for whatever reason saving would be. Nothing is stored.',
    body: z.object({ siteId: siteIdSchema, ...period, signal: signalSchema.nullable(), trial: trialSchema }).refine(isPeriod, emptyPeriod),
    response: z.object({ days: z.number().int(), watched: watchedSchema.nullable(), before: impactSchema, after: impactSchema }),
    errors: ['access.forbidden', 'resource.notFound', 'performance.tooManyDays', 'performance.previewFailed', 'signals.unavailable'],
  }),
  startBacktest: endpoint({
    method: 'POST',
    path: '/api/quality-impact/start-backtest',
    access: 'PageDataQuality',
    bodyBytes: LIMITS.longListBodyBytes,
    summary: 'Calculates the last 90 days of a site with other rules, in the background. Nothing of it is stored but the result.',
    body: z.object({ siteId: siteIdSchema, signal: signalSchema.nullable(), content: qualityContentSchema }),
    response: z.object({ backtestId: z.uuid() }),
    errors: ['resource.notFound'],
  }),
  readBacktest: endpoint({
    method: 'GET',
    path: '/api/quality-impact/read-backtest',
    access: 'PageDataQuality',
    summary: 'How far a back-test of the caller is, and what it found so far.',
    query: z.object({ backtestId: z.uuid() }),
    response: backtestSchema,
    errors: ['resource.notFound'],
  }),
  cancelBacktest: endpoint({
    method: 'POST',
    path: '/api/quality-impact/cancel-backtest',
    access: 'PageDataQuality',
    summary: 'Ends a back-test of the caller after the days it is at.',
    body: z.object({ backtestId: z.uuid() }),
    response: backtestSchema,
    errors: ['resource.notFound'],
  }),
};
