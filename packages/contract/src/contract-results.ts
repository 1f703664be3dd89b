import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { z } from 'zod';
import { AVAILABILITY_NAMES, contractTermsSchema } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { availabilityReasonSchema } from './site-results.ts';

/** A calendar month of the site, as 2026-05. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

const basisSchema = z.enum(['time', 'production']);
const viewNameSchema = z.enum(AVAILABILITY_NAMES);
const viewKeyShape = { view: viewNameSchema, basis: basisSchema };

/** An availability of a month. By time: rating times hours; by production: energy. [kWh] */
const monthViewSchema = z.object({
  ...viewKeyShape,
  /** null: nothing counts */
  percent: z.number().nullable(),
  reason: availabilityReasonSchema,
  available: z.number(),
  unavailable: z.number(),
});
export type MonthView = z.infer<typeof monthViewSchema>;

/** A promise and what it came to. Amounts: bonus, negative: penalty, in the currency of the site. */
const monthGuaranteeSchema = z.object({
  ...viewKeyShape,
  guaranteedPercent: z.number(),
  /** null: nothing counts */
  percent: z.number().nullable(),
  points: z.number().nullable(),
  /** null also: the month is not over */
  amount: z.number().nullable(),
  /** Of a locked month: what the month would come to now, less what is locked. null: not locked, or nothing counts */
  pointsAfterLock: z.number().nullable(),
  amountAfterLock: z.number().nullable(),
  /** Of that, what is booked into later months. */
  settledAmount: z.number(),
  /** Corrections of earlier months that are booked into this one. */
  carriedAmount: z.number(),
});
export type MonthGuarantee = z.infer<typeof monthGuaranteeSchema>;

export const contractMonthSchema = z.object({
  contractConfigurationId: z.uuid(),
  contractName: z.string(),
  siteId: siteIdSchema,
  siteName: z.string(),
  currency: z.string().nullable(),
  month: monthSchema,
  /** Days of the contract in the month that were computed, and those that were not. */
  days: z.number().int(),
  missingDays: z.number().int(),
  /** All days of it have passed. */
  isOver: z.boolean(),
  /** Latest computation of one of the days; of a locked month that of its lock. null: none */
  computedMs: instantMsSchema.nullable(),
  views: z.array(monthViewSchema),
  guarantees: z.array(monthGuaranteeSchema),
  /** null: open */
  lock: z.object({ by: z.string(), atMs: instantMsSchema }).nullable(),
});
export type ContractMonth = z.infer<typeof contractMonthSchema>;

/** An event as a month counts it. */
const countedEventSchema = z.object({
  segmentId: segmentIdSchema,
  deviceName: z.string(),
  /** null: it is not listed any more */
  eventId: z.uuid().nullable(),
  code: z.string(),
  category: z.string(),
  eventType: z.enum(EVENT_TYPES),
  timeCategory: z.enum(TIME_CATEGORIES),
  /** The part inside of the month. */
  startMs: instantMsSchema,
  endMs: instantMsSchema,
  devices: z.number().int(),
  /** Rating times hours. [kWh] */
  ratedHoursKwh: z.number(),
  lostKwh: z.number(),
  /** What it takes from 100 %. [percentage points] */
  points: z.number(),
});
export type CountedEvent = z.infer<typeof countedEventSchema>;

const monthStepSchema = z.object({
  category: z.enum(TIME_CATEGORIES),
  /** Negative. [percentage points] */
  points: z.number(),
  /** Rating times hours, or energy. [kWh] */
  amount: z.number(),
  events: z.number().int(),
});

const afterLockSchema = z.object({
  event: countedEventSchema,
  kind: z.enum(['added', 'removed', 'changed']),
  /** Time category it had when the month was locked; null: it was not there */
  before: z.enum(TIME_CATEGORIES).nullable(),
  points: z.number(),
  /** Last edit after the lock. null: late data or another calculation */
  by: z.string().nullable(),
  atMs: instantMsSchema.nullable(),
});

export const contractMonthDetailsSchema = contractMonthSchema.extend({
  view: viewNameSchema,
  basis: basisSchema,
  zone: z.string(),
  /** From 100 % down to the result, largest first: they add up to it. Empty: nothing counts */
  steps: z.array(monthStepSchema),
  /** Every category of the month with what it was booked. [kWh] Empty: computed before categories were kept */
  categories: z.array(z.object({ category: z.enum(TIME_CATEGORIES), ratedHours: z.number(), lost: z.number(), isExcluded: z.boolean() })),
  /** Those with the largest effect first. */
  events: z.array(countedEventSchema),
  /** Days of which no events were kept: computed before. */
  daysWithoutEvents: z.number().int(),
  afterLock: z.array(afterLockSchema),
  /** Locks that were taken off, the latest first. */
  unlocks: z.array(
    z.object({ lockedBy: z.string(), lockedAtMs: instantMsSchema, by: z.string(), atMs: instantMsSchema, reason: z.string() }),
  ),
  settlements: z.array(z.object({ intoMonth: monthSchema, amount: z.number(), by: z.string(), atMs: instantMsSchema })),
  /** Months into which a correction can be booked. */
  openMonths: z.array(monthSchema),
  canLock: z.boolean(),
});
export type ContractMonthDetails = z.infer<typeof contractMonthDetailsSchema>;

const monthKeyShape = { contractConfigurationId: z.uuid(), siteId: siteIdSchema, month: monthSchema };

const monthsSpan = z
  .object({ fromMonth: monthSchema, toMonth: monthSchema })
  .refine(({ fromMonth, toMonth }) => fromMonth <= toMonth, { path: ['toMonth'], error: 'Common_Validation_PeriodEmpty' });

/** Terms that stored results cannot be counted by again: their effect is known after the calculation only. */
export const UNPREVIEWED_TERMS = ['expectedMethods', 'overdesign', 'excludesEstimated', 'lossCategorySetId', 'excludedPeriods'] as const;

const previewMonthSchema = z.object({
  month: monthSchema,
  days: z.number().int(),
  /** Days of the month that cannot be counted again: not computed, or before categories were kept. */
  missingDays: z.number().int(),
  before: z.array(monthViewSchema),
  after: z.array(monthViewSchema),
  /** Sums over the guarantees. null: there are none, or nothing counts */
  amountBefore: z.number().nullable(),
  amountAfter: z.number().nullable(),
});
export type PreviewMonth = z.infer<typeof previewMonthSchema>;

export const contractPreviewSchema = z.object({
  siteId: siteIdSchema,
  siteName: z.string(),
  currency: z.string().nullable(),
  months: z.array(previewMonthSchema),
  /** Events whose effect on the guaranteed view changes most; without a guarantee on the first view. `points` is the change. */
  events: z.array(countedEventSchema.extend({ month: monthSchema })),
  notCounted: z.array(z.enum(UNPREVIEWED_TERMS)),
});
export type ContractPreview = z.infer<typeof contractPreviewSchema>;

export const contractResultEndpoints = {
  months: endpoint({
    method: 'POST',
    path: '/api/contract-results/months',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Availability of each month, site and contract against what was promised; locked months as they were locked.',
    body: monthsSpan.safeExtend({
      /** null: all of the caller’s enterprises. */
      contractConfigurationId: z.uuid().nullable(),
    }),
    response: z.object({ items: z.array(contractMonthSchema) }),
    errors: ['resource.notFound'],
  }),
  month: endpoint({
    method: 'POST',
    path: '/api/contract-results/month',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'One month of a site under a contract: steps from 100 %, the events of each, and what changed after it was locked.',
    body: z.object({ ...monthKeyShape, ...viewKeyShape }),
    response: contractMonthDetailsSchema,
    errors: ['resource.notFound'],
  }),
  lock: endpoint({
    method: 'POST',
    path: '/api/contract-results/lock',
    access: 'LockPeriods',
    summary: 'Locks a month of a site under a contract: its result stays, later corrections are listed beside it. Its events are settled.',
    body: z.object(monthKeyShape),
    response: z.object({ lockedBy: z.string(), lockedAtMs: instantMsSchema }),
    errors: ['resource.notFound'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/contract-results/unlock',
    access: 'LockPeriods',
    summary: 'Takes the lock off a month, with a reason that is kept with what was locked. A month with settled corrections stays locked.',
    body: z.object({ ...monthKeyShape, reason: z.string().trim().min(1).max(LIMITS.descriptionLength) }),
    response: z.object({ unlockedBy: z.string(), unlockedAtMs: instantMsSchema }),
    errors: ['resource.notFound'],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/contract-results/settle',
    access: 'LockPeriods',
    summary: 'Books what a locked month has changed by since into a later, open month.',
    body: z.object({ ...monthKeyShape, intoMonth: monthSchema }),
    response: z.object({ amount: z.number() }),
    errors: ['resource.notFound'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/contract-results/preview',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What terms would have made of past months of a site, from what is stored of them.',
    body: monthsSpan.safeExtend({
      siteId: siteIdSchema,
      terms: contractTermsSchema,
      lossCategorySetId: z.uuid().nullable(),
    }),
    response: contractPreviewSchema,
    errors: ['resource.notFound'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/contract-results/export',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Every interval that counts in months of a site under a contract, as XLSX.',
    body: monthsSpan.safeExtend({ contractConfigurationId: z.uuid(), siteId: siteIdSchema }),
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
};
