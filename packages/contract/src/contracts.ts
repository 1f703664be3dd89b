import { OVERDESIGN_METHODS } from '@solvane/energy/availability/overdesign';
import type { TimeCategory } from '@solvane/energy/events/time-category';
import { EXPECTED_METHODS, type ExpectedMethod } from '@solvane/energy/production/expected-methods';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { energyTypeSchema } from './fleet.ts';
import { enterpriseIdSchema, instantMsSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import {
  configurationSavedSchema,
  dateFromSchema,
  dateToSchema,
  revisionSchema,
  savedVersionSchema,
  seenRevisionSchema,
  versionNoteSchema,
} from './validity.ts';

export const AVAILABILITY_NAMES = ['Total', 'Technical', 'Operational', 'Custom1', 'Custom2', 'Custom3'] as const;
export type AvailabilityName = (typeof AVAILABILITY_NAMES)[number];
const EXPECTED_METHOD_NAMES = Object.keys(EXPECTED_METHODS).filter((name): name is ExpectedMethod => Object.hasOwn(EXPECTED_METHODS, name));

/** Available, unavailable, excluded, or a share of 1 that is available. */
const cellSchema = z.union([z.enum(['A', 'U', 'X']), z.number().min(0).max(1)]);
/** One cell for each time category of IEC 61400-26-1. */
const sheetSchema = z.object({
  FP: cellSchema,
  PP: cellSchema,
  RS: cellSchema,
  TS: cellSchema,
  LR: cellSchema,
  EN: cellSchema,
  RQ: cellSchema,
  GE: cellSchema,
  SM: cellSchema,
  PCA: cellSchema,
  FO: cellSchema,
  SU: cellSchema,
  FM: cellSchema,
  IU: cellSchema,
} satisfies Record<TimeCategory, typeof cellSchema>);

const viewSchema = z.object({
  name: z.enum(AVAILABILITY_NAMES),
  basis: z.enum(['time', 'production']),
  /** What people call it. null: its own name */
  label: z.string().max(LIMITS.nameLength).nullable(),
  sheets: z.object({ PV: sheetSchema, Wind: sheetSchema, BESS: sheetSchema }),
});

const methodListSchema = z.array(z.enum(EXPECTED_METHOD_NAMES)).max(EXPECTED_METHOD_NAMES.length);

/** What is agreed. */
export const contractTermsSchema = z.object({
  views: z.array(viewSchema).min(1).max(12),
  /** View by production whose unavailable energy is charged to the contractor. */
  primaryProductionView: z.enum(AVAILABILITY_NAMES),
  /** Order in which ways to the expected production are asked; empty: the usual one. */
  expectedMethods: z.object({ PV: methodListSchema, Wind: methodListSchema, BESS: methodListSchema }),
  /** `usual`: by what is installed and what the connection takes. */
  overdesign: z.enum(['usual', 'none', ...OVERDESIGN_METHODS]),
  excludesEstimated: z.boolean(),
  /** Share of time with partial performance that counts as available in views by time. null: as the sheets say */
  degradedFactor: z.number().min(0).max(1).nullable(),
  guarantees: z
    .array(
      z.object({
        view: z.enum(AVAILABILITY_NAMES),
        basis: z.enum(['time', 'production']),
        percent: z.number().min(0).max(100),
        /** Money per percentage point above and below, from a distance to the guarantee on; each part is paid at the rate of its step. */
        steps: z
          .array(
            z.object({ fromPercent: z.number().min(0).max(100), bonusPerPoint: z.number().min(0), penaltyPerPoint: z.number().min(0) }),
          )
          .max(50),
      }),
    )
    .max(24),
  excludedPeriods: z
    .array(z.object({ startMs: instantMsSchema, endMs: instantMsSchema, reason: z.string().max(LIMITS.descriptionLength) }))
    .max(1_000),
});
export type ContractTerms = z.infer<typeof contractTermsSchema>;

/** Terms that held until others followed, earliest first. */
const earlierTermsSchema = z
  .array(
    z.object({
      /** First day of the terms that followed: the first of a month, since a month is counted by one set of terms. */
      validTo: z.iso.date(),
      terms: contractTermsSchema,
    }),
  )
  .max(100);

const contractShape = {
  enterpriseId: enterpriseIdSchema,
  name: z.string().trim().min(1).max(LIMITS.nameLength),
  description: z.string().max(LIMITS.descriptionLength),
  energyType: energyTypeSchema,
  validFrom: dateFromSchema,
  validTo: dateToSchema,
  /** Decides overlaps between events. null: the set every installation begins with */
  lossCategorySetId: z.uuid().nullable(),
};

const contractSummarySchema = z.object({
  id: z.uuid(),
  ...contractShape,
  /** An archived one stays as it is; the days it counted stay counted. */
  state: z.enum(['pending', 'active', 'expired', 'archived']),
  /** Only those the caller sees. */
  sites: z.array(z.object({ siteId: siteIdSchema, siteName: z.string() })),
  /** What this caller may do: an archived contract is only copied, compared and taken out of the archive. */
  can: z.object({ edit: z.boolean(), lock: z.boolean() }),
  revision: revisionSchema,
  updatedBy: z.string(),
  updatedAtMs: instantMsSchema,
});
export type ContractSummary = z.infer<typeof contractSummarySchema>;

const differenceSchema = z.object({
  /** From the outside in: of a sheet the view, its basis, the kind of generator and the category. */
  path: z.array(z.string()),
  /** null: not stated, or only the other has it */
  before: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  after: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export type ContractDifference = z.infer<typeof differenceSchema>;

const idBody = z.object({ contractConfigurationId: z.uuid() });

/** All that a save replaces; sites of a saved version only those the caller sees. */
export const contractContentSchema = z.object({
  ...contractShape,
  siteIds: z.array(siteIdSchema).max(1_000),
  /** Of the last period. */
  terms: contractTermsSchema,
  /** Absent in a save: stay as they are. */
  earlierTerms: earlierTermsSchema.optional(),
});
export type ContractContent = z.infer<typeof contractContentSchema>;

const contractDetailsSchema = contractSummarySchema.extend({ terms: contractTermsSchema, earlierTerms: earlierTermsSchema });
export type ContractDetails = z.infer<typeof contractDetailsSchema>;

export const contractEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/contracts/list',
    access: 'PageContracts',
    narrowed: 'sites',
    summary: 'Contract configurations of the caller’s enterprises with their sites and state.',
    response: z.object({ items: z.array(contractSummarySchema) }),
  }),
  defaults: endpoint({
    method: 'POST',
    path: '/api/contracts/defaults',
    access: 'PageContracts',
    narrowed: 'common',
    readOnly: true,
    summary: 'The terms a new contract begins with.',
    body: z.object({ energyType: energyTypeSchema }),
    response: contractTermsSchema,
  }),
  get: endpoint({
    method: 'POST',
    path: '/api/contracts/get',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'One contract configuration with its terms.',
    body: idBody,
    response: contractDetailsSchema,
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/contracts/save',
    access: 'PageContracts',
    summary: 'Creates a contract configuration, or replaces one. A site has at most one on any day.',
    body: z.object({
      // null: a new one.
      id: z.uuid().nullable(),
      ...contractContentSchema.shape,
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/contracts/versions',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of a contract configuration, newest first.',
    body: idBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/contracts/version',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What a saved version of a contract configuration says.',
    body: idBody.extend({ version: z.number().int().min(1) }),
    response: contractContentSchema,
    errors: ['resource.notFound'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/contracts/remove',
    access: 'PageContracts',
    summary: 'Deletes a contract configuration; its sites are counted as without one. One with a locked month stays.',
    body: idBody.extend({ seenRevision: seenRevisionSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/contracts/duplicate',
    access: 'PageContracts',
    summary: 'Copies a contract configuration under another name, without its sites.',
    body: idBody.extend({ name: contractShape.name }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound'],
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/contracts/archive',
    access: 'PageContracts',
    summary: 'Puts a contract configuration away, from today on, or takes it out again. Days it counted stay counted.',
    body: idBody.extend({ isArchived: z.boolean() }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
  compare: endpoint({
    method: 'POST',
    path: '/api/contracts/compare',
    access: 'PageContracts',
    narrowed: 'sites',
    readOnly: true,
    summary: 'What differs between two contract configurations.',
    body: z.object({ before: z.uuid(), after: z.uuid() }),
    response: z.object({ differences: z.array(differenceSchema) }),
    errors: ['resource.notFound'],
  }),
};
