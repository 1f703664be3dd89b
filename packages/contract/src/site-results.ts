import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { AVAILABILITY_REASONS } from '@solvane/energy/site-day/availability/availability-reasons';
import { MISSING_EXPECTATION_REASONS } from '@solvane/energy/site-day/expect/missing-expectation';
import { z } from 'zod';
import { AVAILABILITY_NAMES } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';

const localDateSchema = z.iso.date();

/** Days of the site, from the one a period begins in to the one it ends in. */
const requestSchema = z
  .object({
    siteId: siteIdSchema,
    startMs: instantMsSchema,
    endMs: instantMsSchema,
    /** One response for all of it, or for each local month or day of it. */
    by: z.enum(['period', 'month', 'day']).default('period'),
  })
  .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' });

const ofDaysShape = {
  /** Half open. */
  fromDay: localDateSchema,
  toDay: localDateSchema,
  /** Days that have begun and were computed, and those that were not. */
  days: z.number().int(),
  missingDays: z.number().int(),
  /** Latest computation of one of them; null: none */
  computedMs: instantMsSchema.nullable(),
  /** Computations of these days: it grows with each. */
  version: z.number().int(),
};

export const walkBarSchema = z.object({
  step: z.string(),
  /** A level the walk stands at, or a change that leads to the next. */
  kind: z.enum(['level', 'change']),
  energyKwh: z.number(),
});

/** Generators that sums are made of. null: computed before they were counted */
const countedDevicesSchema = z
  .object({
    count: z.number().int(),
    /** Of them, those whose energy is known of no interval: sums of production are without them. */
    withoutData: z.number().int(),
    /** Of them, those that nothing is known to be expected of: sums of expectation and loss are without them. */
    withoutExpectation: z.number().int(),
  })
  .nullable();

/** Where the energy at the grid connection was read: a meter, the sum of the devices, or each for a part of the period. */
const connectionSourceSchema = z.enum(['meter', 'devices', 'both']);
export type ConnectionSource = z.infer<typeof connectionSourceSchema>;

/** The meter and the devices disagree by more than 5 % of the gross production, and the likely reason. null: they agree, or there is no meter */
export const electricalWarningSchema = z
  .object({ percent: z.number(), reason: z.enum(['transformerFactor', 'missingDevices', 'otherScope']) })
  .nullable();

export const siteWalkSchema = z.object({
  ...ofDaysShape,
  devices: countedDevicesSchema,
  /** null: nothing computed */
  connectionSource: connectionSourceSchema.nullable(),
  electricalWarning: electricalWarningSchema,
  /** One for each kind of generator; those of a site with several end at the terminals, and `Connection` goes on to the meter they share. */
  walks: z.array(
    z.object({
      of: z.enum(['PV', 'Wind', 'BESS', 'Connection']),
      bars: z.array(walkBarSchema),
      /** Intervals of devices in the bars `noData` and `withoutExpectation`. */
      noDataIntervals: z.number().int(),
      withoutExpectationIntervals: z.number().int(),
    }),
  ),
});
export type SiteWalkWire = z.infer<typeof siteWalkSchema>;

/** kWh of each way behind a shared connection. */
const ledgerEntriesSchema = z.object({
  solarToBattery: z.number(),
  windToBattery: z.number(),
  gridToBattery: z.number(),
  solarToBus: z.number(),
  windToBus: z.number(),
  batteryToBus: z.number(),
  solarAuxiliary: z.number(),
  windAuxiliary: z.number(),
  batteryAuxiliary: z.number(),
  solarNet: z.number(),
  windNet: z.number(),
  batteryNet: z.number(),
  connection: z.number(),
  /** Hours of which everything is known, and of which something is not: those add nothing. */
  knownHours: z.number(),
  unknownHours: z.number(),
});

export const siteLedgerSchema = z.object({
  ...ofDaysShape,
  /** null: a site with one kind of generator, or nothing computed */
  ledger: ledgerEntriesSchema.nullable(),
});

const timeCategorySchema = z.enum(TIME_CATEGORIES);

/** Why there is no availability. null: there is one */
export const availabilityReasonSchema = z.enum(AVAILABILITY_REASONS).nullable();

export const siteViewSchema = z.object({
  name: z.enum(AVAILABILITY_NAMES),
  basis: z.enum(['time', 'production']),
  /** What the contract of the last day calls it. null: its own name */
  label: z.string().nullable(),
  /** null: nothing counts */
  percent: z.number().nullable(),
  reason: availabilityReasonSchema,
  /** Rating times hours of which nothing can be judged, and why: production not known, nothing to hold it against, no rule or code to find a stop by. [kWh] */
  unknown: z.object({ noData: z.number(), withoutExpectation: z.number(), unmonitored: z.number() }),
  /** By time: rating times hours; by production: energy. [kWh] */
  available: z.number(),
  unavailable: z.number(),
  /** Steps from 100 % down: what each time category took, in percentage points, largest first. */
  steps: z.array(z.object({ category: timeCategorySchema, points: z.number() })),
});

export const siteAvailabilitySchema = z.object({ ...ofDaysShape, views: z.array(siteViewSchema) });
export type SiteAvailabilityWire = z.infer<typeof siteAvailabilitySchema>;

/** What a generator lacks for an expected power. Texts: `Expectation_Missing_<code>` and, how to mend it, `Expectation_Mend_<code>`. */
export const missingExpectationReasonSchema = z.enum(MISSING_EXPECTATION_REASONS);

export const expectationGapSchema = z.object({
  segmentId: segmentIdSchema,
  /** Days with an interval that lacks it. */
  days: z.number().int(),
  /** Intervals of these days without expected power, and those that should have one: of PV in daylight. */
  intervals: z.number().int(),
  ofIntervals: z.number().int(),
  reasons: z.array(missingExpectationReasonSchema),
});
export type ExpectationGapWire = z.infer<typeof expectationGapSchema>;

export const siteExpectationGapsSchema = z.object({ ...ofDaysShape, devices: z.array(expectationGapSchema) });

export const guaranteeResultSchema = z.object({
  contractConfigurationId: z.uuid(),
  contractName: z.string(),
  ...ofDaysShape,
  view: z.enum(AVAILABILITY_NAMES),
  basis: z.enum(['time', 'production']),
  guaranteedPercent: z.number(),
  /** null: nothing counts */
  percent: z.number().nullable(),
  reason: availabilityReasonSchema,
  /** Percentage points above the guarantee, negative below. null: nothing counts */
  points: z.number().nullable(),
  /** Bonus, negative: penalty. In the currency of the contract; null: nothing counts */
  amount: z.number().nullable(),
});
export type GuaranteeResult = z.infer<typeof guaranteeResultSchema>;

/**
 * Why a sum over days is null: none of them is computed, the site has no PV or wind generators, nothing is known to be expected, or the budget is
 * not stated for each day. Texts: `NoValue_<code>`.
 */
const RESULT_REASONS = ['notComputed', 'noGenerators', 'noExpectation', 'noBudget'] as const;
export const resultReasonSchema = z.enum(RESULT_REASONS);

export const fleetResultSchema = z.object({
  siteId: siteIdSchema,
  /** Days that have begun and were computed, and those that were not. */
  days: z.number().int(),
  missingDays: z.number().int(),
  /** Latest computation of one of them; null: none */
  computedMs: instantMsSchema.nullable(),
  /** At the grid connection. null: nothing computed, or a site that only stores */
  energyKwh: z.number().nullable(),
  connectionSource: connectionSourceSchema.nullable(),
  /** At the terminals of modules and turbines, where it is known. null: as above */
  producedKwh: z.number().nullable(),
  /** Expected where production is known: to be compared with what was produced, less what was produced without an expectation. null: as above, or nothing is known to be expected */
  expectedKwh: z.number().nullable(),
  /** What was expected where production is not known, less what the meter shows of it; and what was produced without an expectation. null: as above */
  noDataKwh: z.number().nullable(),
  withoutExpectationKwh: z.number().nullable(),
  /** Intervals of devices in which they are. */
  noDataIntervals: z.number().int(),
  withoutExpectationIntervals: z.number().int(),
  devices: countedDevicesSchema,
  electricalWarning: electricalWarningSchema,
  /** At the grid connection. null: as above, or not stated for each of the days */
  budgetKwh: z.number().nullable(),
  /** Technical availability by time: rating times hours, which add up over sites. [kWh] null: nothing counts */
  availability: z.object({ available: z.number(), unavailable: z.number() }).nullable(),
  /** null also: nothing computed */
  availabilityReason: availabilityReasonSchema,
  /** Why each of these numbers is null; one that is not null has none. Of availability, where `availabilityReason` has none. */
  reasons: z
    .object({
      energyKwh: resultReasonSchema,
      expectedKwh: resultReasonSchema,
      budgetKwh: resultReasonSchema,
      availability: resultReasonSchema,
    })
    .partial(),
});
export type FleetResult = z.infer<typeof fleetResultSchema>;

export const siteResultEndpoints = {
  fleet: endpoint({
    method: 'GET',
    path: '/api/site-results/fleet',
    access: 'PageDataStudio',
    narrowed: 'sites',
    summary: 'Energy, expectation, budget and technical availability of every site over some days of its own calendar.',
    query: z
      .object({ fromDay: localDateSchema, /** Not in it any more. */ toDay: localDateSchema })
      .refine(({ fromDay, toDay }) => fromDay < toDay, { path: ['toDay'], error: 'Common_Validation_PeriodEmpty' }),
    response: z.object({ items: z.array(fleetResultSchema) }),
  }),
  walk: endpoint({
    method: 'POST',
    path: '/api/site-results/walk',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Loss walk of a site from its budget, or from theory where none is stated, to the grid meter.',
    body: requestSchema.safeExtend({
      /** Where there is a budget for every day. */
      start: z.enum(['budget', 'theoretical']).default('budget'),
    }),
    response: z.object({ items: z.array(siteWalkSchema) }),
    errors: ['resource.notFound'],
  }),
  ledger: endpoint({
    method: 'POST',
    path: '/api/site-results/ledger',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Who sent how much where behind the grid connection of a site with several kinds of generators.',
    body: requestSchema,
    response: z.object({ items: z.array(siteLedgerSchema) }),
    errors: ['resource.notFound'],
  }),
  availability: endpoint({
    method: 'POST',
    path: '/api/site-results/availability',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Availability of a site as its contract counts it, with what each time category took from 100 %.',
    body: requestSchema,
    response: z.object({ items: z.array(siteAvailabilitySchema) }),
    errors: ['resource.notFound'],
  }),
  expectationGaps: endpoint({
    method: 'POST',
    path: '/api/site-results/expectation-gaps',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Generators of a site without expected power, and the signals or metadata they lack. Without it neither losses nor availability are known.',
    body: requestSchema,
    response: z.object({ items: z.array(siteExpectationGapsSchema) }),
    errors: ['resource.notFound'],
  }),
  guarantees: endpoint({
    method: 'POST',
    path: '/api/site-results/guarantees',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What was promised of a site’s availability, what was reached, and what the difference is worth under its contracts.',
    body: requestSchema,
    response: z.object({ items: z.array(guaranteeResultSchema) }),
    errors: ['resource.notFound'],
  }),
};
