import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { MISSING_EXPECTATION_REASONS } from '@solvane/energy/site-day/expect/missing-expectation';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { enterpriseIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const ENERGY_TYPES = ['PV', 'Wind', 'BESS', 'Hybrid'] as const;
export const energyTypeSchema = z.enum(ENERGY_TYPES);
export type EnergyType = z.infer<typeof energyTypeSchema>;

/** The names that category sets and filters use for the energy types of a site. */
export const ENERGY_TYPE_NAMES = { PV: 'PVPlant', Wind: 'Wind', BESS: 'Battery', Hybrid: 'Hybrid' } as const satisfies Record<
  EnergyType,
  string
>;

export const SIGNAL_CALC_PERIODS = ['PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H'] as const;

export type SignalCalcPeriod = (typeof SIGNAL_CALC_PERIODS)[number];

/** Attributes that sites are grouped by; a site without one is in a group of its own. */
export const SITE_GROUPINGS = ['country', 'energyType', 'plantOperator', 'portfolio', 'siteTimezone', 'operatingRegion'] as const;
export type SiteGrouping = (typeof SITE_GROUPINGS)[number];

export const enterpriseSchema = z.object({ id: enterpriseIdSchema, name: z.string() });
export type Enterprise = z.infer<typeof enterpriseSchema>;

export const siteMetadataSchema = z.object({
  /** IANA zone; null: not set, shown as a warning. */
  timezone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  signalCalcPeriod: z.enum(SIGNAL_CALC_PERIODS),
  country: z.string().nullable(),
  plantOperator: z.string().nullable(),
  portfolio: z.string().nullable(),
  energyType: energyTypeSchema,
  operatingRegion: z.string().nullable(),
});

export const siteSchema = z.object({
  siteSegmentId: segmentIdSchema,
  siteId: siteIdSchema,
  enterpriseId: enterpriseIdSchema,
  contractorEnterpriseIds: z.array(enterpriseIdSchema),
  name: z.string(),
  visibilityState: z.enum(['Published', 'Unpublished']),
  metadata: siteMetadataSchema,
  /** AC rating of all generators; null: no rating known. */
  ratedPowerKw: z.number().nullable(),
  /** Of its newest price, else as the site is described; null: none is stated. */
  currency: z.string().nullable(),
  segmentCount: z.number().int(),
  /** Changes with every change of the site's tree: the key of cached trees. */
  treeVersion: z.number().int(),
  configurationState: z.discriminatedUnion('state', [
    z.object({ state: z.literal('ready') }),
    z.object({ state: z.literal('pending'), sinceMs: instantMsSchema, why: z.string() }),
  ]),
});
export type Site = z.infer<typeof siteSchema>;

export interface SegmentNode {
  id: z.infer<typeof segmentIdSchema>;
  name: string;
  segmentType: string;
  parentId: z.infer<typeof segmentIdSchema> | null;
  level: number;
  isSite: boolean;
  siteSegmentId: z.infer<typeof segmentIdSchema>;
  siteEnterpriseId: z.infer<typeof enterpriseIdSchema>;
  contractorEnterpriseIds: z.infer<typeof enterpriseIdSchema>[];
  isDisabled: boolean;
  energyType: EnergyType;
  children: SegmentNode[];
}

export const segmentNodeSchema: z.ZodType<SegmentNode> = z.lazy(() =>
  z.object({
    id: segmentIdSchema,
    name: z.string(),
    segmentType: z.string(),
    parentId: segmentIdSchema.nullable(), // null: the site itself
    level: z.number().int(),
    isSite: z.boolean(),
    siteSegmentId: segmentIdSchema,
    siteEnterpriseId: enterpriseIdSchema,
    contractorEnterpriseIds: z.array(enterpriseIdSchema),
    isDisabled: z.boolean(),
    energyType: energyTypeSchema,
    children: z.array(segmentNodeSchema),
  }),
);

/** A failure that concerns one site only: the others are still answered. */
export const siteErrorSchema = z.object({ siteId: siteIdSchema.nullable(), code: z.string(), message: z.string() });

export const deviceTreeEndpoints = {
  sites: endpoint({
    method: 'GET',
    path: '/api/device-tree/sites',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Enterprises and sites the caller belongs to or contracts for.',
    response: z.object({ enterprises: z.array(enterpriseSchema), sites: z.array(siteSchema), errors: z.array(siteErrorSchema) }),
  }),
  segments: endpoint({
    method: 'POST',
    path: '/api/device-tree/segments',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Segment trees of at most 30 sites; one broken site never hides the others.',
    body: z.object({ siteIds: z.array(siteIdSchema).min(1).max(LIMITS.sitesPerSegmentRequest) }),
    response: z.object({
      segmentsBySiteId: z.record(siteIdSchema, z.object({ tree: segmentNodeSchema.nullable(), errors: z.array(siteErrorSchema) })),
    }),
  }),
  segmentTypes: endpoint({
    method: 'GET',
    path: '/api/device-tree/segment-types',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Segment types in use, by enterprise.',
    response: z.object({ items: z.array(z.object({ enterpriseId: enterpriseIdSchema, apCode: z.string(), name: z.string() })) }),
  }),
};

export const attributeValueSchema = z.union([z.number(), z.string(), z.boolean()]);

export const segmentMetadataSchema = z.object({
  segmentId: segmentIdSchema,
  attributes: z.array(
    z.object({
      name: z.string(),
      /** What holds now; null: never set. */
      value: attributeValueSchema.nullable(),
      /** Local date from which each value holds, oldest first; null: no start date. A null value ends the one before. */
      history: z.array(
        z.object({
          validFrom: z.iso.date().nullable(),
          value: attributeValueSchema.nullable(),
          changedBy: z.string(),
          changedAtMs: instantMsSchema,
        }),
      ),
    }),
  ),
});

export type SegmentMetadata = z.infer<typeof segmentMetadataSchema>;

export const metadataChangeSchema = z.object({
  segmentId: segmentIdSchema,
  attribute: z.string().max(64),
  /** null: ends the value before; without a date: as if it had never been set. */
  value: attributeValueSchema.nullable(),
  /** Local date of the site; null: no start date. */
  validFrom: z.iso.date().nullable(),
  /** Takes the entry of exactly this date out of the history, whatever `value` says. */
  remove: z.boolean().default(false),
  /** Last change of the attribute that the author saw, null: there was none. Where another one was made since, the change is refused. Absent: it replaces what is there. */
  seenChangeMs: instantMsSchema.nullable().optional(),
});
export type MetadataChange = z.infer<typeof metadataChangeSchema>;

export const metadataEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/metadata/read',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Typed metadata of segments, with history.',
    body: z.object({ segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.metadataDevices) }),
    response: z.object({ items: z.array(segmentMetadataSchema) }),
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/metadata/save',
    access: 'EditMetadata',
    narrowed: 'sites',
    bodyBytes: LIMITS.longListBodyBytes,
    summary: 'Sets attribute values from a date on; each cell succeeds or fails by itself.',
    body: z.object({
      changes: z.array(metadataChangeSchema).min(1).max(10_000),
    }),
    response: z.object({ saved: z.number().int(), failed: z.array(z.object({ index: z.number().int(), issue: issueSchema })) }),
  }),
};

/** The grid connection, the main meter, or the sum of the generators less the collection loss: the first that has a value is taken. */
export const POWER_SOURCES = ['pcc', 'meter', 'generators'] as const;

/** What a user should look at before trusting the numbers of a site. */
export const siteWarningSchema = z.discriminatedUnion('kind', [
  /** A quality test removes more of a quantity than a test should, on three of the last seven days. */
  z.object({
    kind: z.literal('ruleRemoves'),
    /** Name of the test, `QualityMethod_*`. */
    method: z.string(),
    apCode: z.string(),
    /** Of the points of those devices, 0 to 1. */
    share: z.number(),
    segmentIds: z.array(segmentIdSchema),
    /** Local date. */
    since: z.iso.date(),
  }),
  /** Generators without expected power in at least half of the last seven days: neither their losses nor their availability are known. */
  z.object({
    kind: z.literal('noExpectation'),
    segmentIds: z.array(segmentIdSchema),
    reasons: z.array(z.enum(MISSING_EXPECTATION_REASONS)),
  }),
  /** PV loggers sent nothing on more than a week of days on which the sun stays below 5°: in standby or failed. */
  z.object({
    kind: z.literal('darkSilence'),
    segmentIds: z.array(segmentIdSchema),
    /** Local date of the first of these days, of any of the devices. */
    since: z.iso.date(),
  }),
]);
export type SiteWarning = z.infer<typeof siteWarningSchema>;

/**
 * Why a number of a site's status is null: no point was ever received; no power of enough devices; no day is computed; no expected power is known;
 * events are not the caller's to see; open events can lose energy and it is known of none; energy has no price; the site states no currency.
 * Texts: `NoValue_<code>`.
 */
const STATUS_REASONS = [
  'neverReceived',
  'noPower',
  'notComputed',
  'noExpectation',
  'noAccess',
  'lossUnknown',
  'noPrice',
  'noCurrency',
] as const;
const statusReasonSchema = z.enum(STATUS_REASONS);

export const siteStatusSchema = z.object({
  siteId: siteIdSchema,
  /** Net power of the newest complete interval, from the grid meter or else the generators; null: no value. */
  activePowerKw: z.number().nullable(),
  /** Start of the interval of that power. */
  powerAtMs: instantMsSchema.nullable(),
  /** Where the power was read; null: no value. */
  powerSource: z.enum(POWER_SOURCES).nullable(),
  /** Devices whose power is in it, of all that it should be made of; null: no value. */
  powerDevices: z.object({ known: z.number().int(), count: z.number().int() }).nullable(),
  /** Share of the rating behind it that has a value, 0 to 1: below 0.9 the power is partial. null: no value. */
  powerCoverage: z.number().nullable(),
  /** What was expected at the grid connection in the newest interval for which that and the power are computed, and the power of that interval; null: none. */
  expected: z.object({ powerKw: z.number(), actualKw: z.number(), atMs: instantMsSchema }).nullable(),
  /** Share of the power at the terminals of the generators that is lost on the way to the grid connection, 0 to 1. */
  collectionLoss: z.number(),
  ratedPowerKw: z.number().nullable(),
  /** Newest point of any signal; null: none ever. */
  lastPointMs: instantMsSchema.nullable(),
  /** Events that are open now, informational ones left out; null: nothing computed yet, or events of the site are not the caller's to see. */
  openEvents: z.number().int().nullable(),
  /** The same by type, the most decisive first; types without an open event are left out. */
  openEventsByType: z.array(z.object({ type: z.enum(EVENT_TYPES), count: z.number().int() })).nullable(),
  /** What the open events cost per hour since they began; null: as above, or some can lose energy and it is known of none of them yet. */
  lostKwhPerHour: z.number().nullable(),
  /** The same in the currency of the site; null: as above, or energy without a price. */
  costPerHour: z.number().nullable(),
  /** Some of the energy that open events lose has no price: that number is without it. */
  isCostPartial: z.boolean(),
  /** ISO 4217; null: not stated, or as above. */
  currency: z.string().nullable(),
  /** Why each of these numbers is null; one that is not null has none. */
  reasons: z
    .object({
      activePowerKw: statusReasonSchema,
      expected: statusReasonSchema,
      openEvents: statusReasonSchema,
      lostKwhPerHour: statusReasonSchema,
      costPerHour: statusReasonSchema,
    })
    .partial(),
  /** The worst first. */
  warnings: z.array(siteWarningSchema),
});
export type SiteStatus = z.infer<typeof siteStatusSchema>;

export const siteEndpoints = {
  status: endpoint({
    method: 'GET',
    path: '/api/sites/status',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'Power now and age of data of every site in scope.',
    response: z.object({ nowMs: instantMsSchema, items: z.array(siteStatusSchema) }),
    errors: ['signals.unavailable'],
  }),
};
