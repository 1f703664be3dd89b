import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';

/** Parts of the score, in the order of their weights. */
export const QUALITY_PARTS = ['completeness', 'sensorHealth', 'measured', 'mapped', 'closure', 'metadata'] as const;
export type QualityPart = (typeof QUALITY_PARTS)[number];

const scoreSchema = z.object({
  /** 0 to 100; null: nothing is known */
  score: z.number().nullable(),
  /** Shares, 0 to 1; null: the site has no such part */
  parts: z.record(z.enum(QUALITY_PARTS), z.number().nullable()),
});
export type QualityScore = z.infer<typeof scoreSchema>;

const siteQualitySchema = z.object({
  siteId: siteIdSchema,
  /** Of all days of the period that are counted; null: none is */
  period: scoreSchema.nullable(),
  days: z.array(scoreSchema.extend({ day: z.iso.date() })),
  /** Days that were calculated before their parts were kept, or not yet. */
  missingDays: z.number().int(),
  /** null: nothing ever arrived */
  lastPointMs: instantMsSchema.nullable(),
  /** Expected energy that rests on missing, marked or estimated values. [kWh] */
  energyAtStakeKwh: z.number(),
});
export type SiteQualityWire = z.infer<typeof siteQualitySchema>;

/** A signal of a device with intervals that are missing, marked or estimated. */
const flawedSignalSchema = z.object({
  segmentId: segmentIdSchema,
  segmentName: z.string(),
  apCode: z.string(),
  /** Intervals that should have a value, and of them those that arrived, look broken, are estimates and have a value. */
  expected: z.number().int(),
  present: z.number().int(),
  faulty: z.number().int(),
  estimated: z.number().int(),
  valued: z.number().int(),
  /** By bit of the quality flags. */
  byBit: z.record(z.string(), z.number().int()),
  energyAtStakeKwh: z.number(),
});
export type FlawedSignalWire = z.infer<typeof flawedSignalSchema>;

const period = { startMs: instantMsSchema, endMs: instantMsSchema };
const isPeriod = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean => startMs < endMs;
const emptyPeriod = { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' };

export const siteQualityEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/site-quality/read',
    access: 'PageSiteQualityAnalyze',
    narrowed: 'sites',
    readOnly: true,
    summary: 'How good the data of sites are: a score with its parts per period and day. Sites out of scope are left out.',
    body: z.object({ siteIds: z.array(siteIdSchema).min(1).max(1_000), ...period }).refine(isPeriod, emptyPeriod),
    response: z.object({ nowMs: instantMsSchema, items: z.array(siteQualitySchema) }),
  }),
  signals: endpoint({
    method: 'POST',
    path: '/api/site-quality/signals',
    access: 'PageSiteQualityAnalyze',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Signals of a site that are missing, marked or estimated in a period, those that put the most energy at stake first.',
    body: z.object({ siteId: siteIdSchema, ...period }).refine(isPeriod, emptyPeriod),
    response: z.object({ items: z.array(flawedSignalSchema), total: z.number().int() }),
    errors: ['resource.notFound'],
  }),
};
