import { SEGMENT_TYPES } from '@solvane/energy/devices/segment-types';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema, instantMsSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import {
  configurationSavedSchema,
  dateFromSchema,
  dateToSchema,
  revisionSchema,
  seenRevisionSchema,
  versionNoteSchema,
} from './validity.ts';

export const configurationIdSchema = z.uuid();

const settingSchema = z.union([
  z.number(),
  z.string().max(200),
  z.boolean(),
  z.null(),
  z.array(z.number()).max(12),
  z.array(z.string().max(64)).max(50),
]);

/** One method in a list. What a method is and what its settings may be is checked where the methods are known. */
const methodEntrySchema = z.object({
  method: z.string().max(64),
  order: z.number().int().min(1).max(100),
  state: z.enum(['Active', 'Inactive']),
  quality: z.boolean(),
  cascade: z.boolean(),
  attributes: z.record(z.string().max(64), settingSchema),
});

export const qualityContentSchema = z.object({
  signals: z
    .array(
      z.object({
        apCode: z.string().min(1).max(64),
        segmentTypes: z.array(z.enum(SEGMENT_TYPES)).max(SEGMENT_TYPES.length),
        external: z.array(methodEntrySchema).max(30),
        internal: z.array(methodEntrySchema).max(30),
      }),
    )
    .max(300),
});
export type QualityContent = z.infer<typeof qualityContentSchema>;

const assignmentSchema = z.object({ siteId: siteIdSchema, siteName: z.string(), validFrom: dateFromSchema, validTo: dateToSchema });

const summarySchema = z.object({
  id: configurationIdSchema,
  enterpriseId: enterpriseIdSchema,
  name: z.string(),
  description: z.string(),
  /** Only those the caller sees. */
  sites: z.array(assignmentSchema),
  /** Signals with rules of their own today. */
  signalCount: z.number().int(),
  apCodes: z.array(z.string()),
  /** Of the values of its sites in the last 30 days the share that a test marked or that are not the measured ones, 0 to 1; null: not counted yet */
  touchedShare: z.number().nullable(),
  revision: revisionSchema,
  can: z.object({ edit: z.boolean() }),
  updatedBy: z.string(),
  updatedAtMs: instantMsSchema,
});
export type QualitySummary = z.infer<typeof summarySchema>;

const detailsSchema = summarySchema.extend({
  /** The one whose content this is. */
  version: z.number().int(),
  content: qualityContentSchema,
  versions: z.array(
    z.object({
      version: z.number().int(),
      effectiveFrom: dateFromSchema,
      note: z.string(),
      savedBy: z.string(),
      savedAtMs: instantMsSchema,
    }),
  ),
});
export type QualityDetails = z.infer<typeof detailsSchema>;

/** What the rules did to one quantity of the devices of a type in the last 30 days. */
const signalUseSchema = z.object({
  apCode: z.string(),
  segmentType: z.string(),
  /** Intervals that should have a value, and those of them that a test marked or whose value is not the measured one. */
  expected: z.number().int(),
  touched: z.number().int(),
  /** Intervals by bit of the quality flags. */
  byBit: z.record(z.string(), z.number().int()),
});
export type SignalUse = z.infer<typeof signalUseSchema>;

const differenceSchema = z.object({
  apCode: z.string(),
  segmentTypes: z.array(z.string()),
  /** null: the signal as a whole came or went. */
  method: z.string().nullable(),
  kind: z.enum(['added', 'removed', 'changed']),
});
export type QualityDifference = z.infer<typeof differenceSchema>;

const nameSchema = z.string().trim().min(1).max(LIMITS.nameLength);
const descriptionSchema = z.string().max(LIMITS.descriptionLength);

export const qualityEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/quality-configurations/list',
    access: 'ReadDataQualityVee',
    summary: 'Data-quality configurations of the caller’s enterprises with the sites they are assigned to.',
    response: z.object({ items: z.array(summarySchema) }),
  }),
  defaults: endpoint({
    method: 'GET',
    path: '/api/quality-configurations/defaults',
    access: 'ReadDataQualityVee',
    summary: 'The configuration a site follows while none is assigned to it.',
    response: qualityContentSchema,
  }),
  get: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/get',
    access: 'ReadDataQualityVee',
    readOnly: true,
    summary: 'One configuration: the newest version, or the one that is asked for, and the list of all.',
    body: z.object({ configurationId: configurationIdSchema, version: z.number().int().min(1).optional() }),
    response: detailsSchema,
    errors: ['resource.notFound'],
  }),
  usage: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/usage',
    access: 'ReadDataQualityVee',
    readOnly: true,
    summary: 'What the rules did at the sites of a configuration in the last 30 days, by quantity and type of device.',
    body: z.object({ configurationId: configurationIdSchema }),
    response: z.object({ items: z.array(signalUseSchema) }),
    errors: ['resource.notFound'],
  }),
  compare: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/compare',
    access: 'ReadDataQualityVee',
    readOnly: true,
    summary: 'What differs between two versions of a configuration.',
    body: z.object({ configurationId: configurationIdSchema, before: z.number().int().min(1), after: z.number().int().min(1) }),
    response: z.object({ differences: z.array(differenceSchema) }),
    errors: ['resource.notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/create',
    access: 'PageDataQuality',
    summary: 'A new configuration of an enterprise. It changes nothing until it is assigned to sites.',
    body: z.object({
      enterpriseId: enterpriseIdSchema,
      name: nameSchema,
      description: descriptionSchema.default(''),
      content: qualityContentSchema,
    }),
    response: configurationSavedSchema.extend({ id: configurationIdSchema }),
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/save',
    access: 'PageDataQuality',
    summary: 'Stores a new version that is effective from a day on, and recalculates the sites that use it from that day.',
    body: z.object({
      configurationId: configurationIdSchema,
      name: nameSchema,
      description: descriptionSchema.default(''),
      effectiveFrom: dateFromSchema,
      content: qualityContentSchema,
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/remove',
    access: 'PageDataQuality',
    summary: 'Deletes a configuration that no site follows.',
    body: z.object({ configurationId: configurationIdSchema, seenRevision: seenRevisionSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/assign',
    access: 'PageDataQuality',
    summary:
      'Has sites follow a configuration for a period. A site follows one at a time; with `move` the others end where this one begins.',
    body: z.object({
      configurationId: configurationIdSchema,
      siteIds: z.array(siteIdSchema).min(1).max(1_000),
      validFrom: dateFromSchema,
      validTo: dateToSchema,
      move: z.boolean().default(false),
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
  unassign: endpoint({
    method: 'POST',
    path: '/api/quality-configurations/unassign',
    access: 'PageDataQuality',
    summary: 'Takes a configuration from sites, for all time.',
    body: z.object({ configurationId: configurationIdSchema, siteIds: z.array(siteIdSchema).min(1).max(1_000) }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
};
