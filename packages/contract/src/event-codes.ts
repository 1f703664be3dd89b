import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { enterpriseIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { configurationSavedSchema, revisionSchema, savedVersionSchema, seenRevisionSchema, versionNoteSchema } from './validity.ts';

export const categorySetEnergyTypeSchema = z.enum(['All', 'PVPlant', 'Wind', 'Battery']);

const codeTextSchema = z.string().trim().min(1).max(100);
const nameSchema = z.string().trim().min(1).max(LIMITS.nameLength);
const categoryNameSchema = z.string().trim().min(1).max(LIMITS.nameLength);
const prioritySchema = z.number().int().min(1).max(9_999);

const codeSetSchema = z.object({
  id: z.uuid(),
  /** null: for everybody. */
  enterpriseId: enterpriseIdSchema.nullable(),
  name: z.string(),
  manufacturer: z.string(),
  /** Empty: every model of the manufacturer. */
  models: z.array(z.string()),
  energyType: categorySetEnergyTypeSchema,
  codeCount: z.number().int(),
  updatedAtMs: instantMsSchema,
  can: z.object({
    /** Its own codes: those of an enterprise are for who may edit them there, those for everybody for the provider. */
    edit: z.boolean(),
    /** Say something else for an enterprise. */
    override: z.boolean(),
  }),
});
export type CodeSet = z.infer<typeof codeSetSchema>;

const meaningSchema = z.object({
  category: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  priority: z.number().int().nullable(),
});

/**
 * A code with what each level says; null: not set there, the level before it applies. A code without a default is not part of the set: an
 * enterprise or a site explained it.
 */
const codeAtLevelsSchema = z.object({
  code: z.string(),
  description: z.string(),
  default: meaningSchema,
  enterprise: meaningSchema,
  site: meaningSchema,
  /** What holds. */
  resolved: z.object({ category: z.string(), eventType: z.enum(EVENT_TYPES), priority: z.number().int() }),
});
export type CodeAtLevels = z.infer<typeof codeAtLevelsSchema>;

/** A code without a classification, on all devices of one model in an enterprise. */
const unmappedCodeSchema = z.object({
  enterpriseId: enterpriseIdSchema,
  /** null: the metadata of the devices do not say, so that no set can be chosen. */
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  energyType: categorySetEnergyTypeSchema,
  code: z.string(),
  /** What the machines say. Empty: nothing */
  message: z.string(),
  count: z.number().int(),
  firstSeenMs: instantMsSchema,
  lastSeenMs: instantMsSchema,
  sites: z.array(z.object({ siteId: siteIdSchema, name: z.string() })),
  deviceCount: z.number().int(),
  /** The first of them. */
  devices: z.array(z.object({ segmentId: segmentIdSchema, name: z.string() })),
  /** The set its devices use. null: none yet */
  setName: z.string().nullable(),
  /** By a code with a similar text, of the same manufacturer where there is one. null: nothing is similar */
  suggestion: z
    .object({ code: z.string(), description: z.string(), manufacturer: z.string(), category: z.string(), eventType: z.enum(EVENT_TYPES) })
    .nullable(),
  canMap: z.boolean(),
});
export type UnmappedCode = z.infer<typeof unmappedCodeSchema>;

const usableCategorySchema = z.object({ name: z.string(), eventType: z.enum(EVENT_TYPES), rank: z.number().int() });
export type UsableCategory = z.infer<typeof usableCategorySchema>;

/** What a level says about a code; everything null: nothing, the code is reset. */
const codeMappingSchema = z.object({
  code: codeTextSchema,
  category: categoryNameSchema.nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  priority: prioritySchema.nullable(),
});
export type CodeMapping = z.infer<typeof codeMappingSchema>;

const MOST_MAPPINGS = 5_000;

const touchedTypeSchema = z.object({
  eventType: z.enum(EVENT_TYPES),
  eventsBefore: z.number().int(),
  eventsAfter: z.number().int(),
  durationBeforeMs: z.number().int(),
  durationAfterMs: z.number().int(),
});

/** What a change would do to the events that are known. */
const codeImpactSchema = z.object({
  /** Events that would begin, end or mean something else. */
  events: z.number().int(),
  deviceCount: z.number().int(),
  /** Beginning of the first of them. null: there are none */
  sinceMs: instantMsSchema.nullable(),
  /** Of the events that change, by type, as it is and as it would be. */
  types: z.array(touchedTypeSchema),
  sites: z.array(z.object({ siteId: siteIdSchema, name: z.string(), events: z.number().int() })),
  /** Contracts that count events which change their category or extent. */
  contracts: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Sites at which the codes occur, and those of them that were looked at before the time was over: fewer means that everything above is a part. Both count skipped sites. */
  siteCount: z.number().int(),
  readSiteCount: z.number().int(),
  /** Days of these sites that saving would recalculate: those on which the codes occur, and their neighbours. */
  siteDays: z.number().int(),
});
export type CodeImpact = z.infer<typeof codeImpactSchema>;

export const CODE_FILE_FORMATS = ['csv', 'xlsx'] as const;

/** A row of a file, as far as it can be read. */
const codeFileRowSchema = codeMappingSchema.extend({ description: z.string().max(500) });
export type CodeFileRow = z.infer<typeof codeFileRowSchema>;

/** The set itself, or what an enterprise or one of its sites overrides. */
const levelSchema = z.object({ setId: z.uuid(), enterpriseId: enterpriseIdSchema.optional(), siteId: siteIdSchema.optional() });

/** Codes as one level stated them in a saved version. */
export const codeSetContentSchema = z.object({ codes: z.array(codeFileRowSchema) });

export const eventCodeSetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/event-code-sets/list',
    access: 'ReadEventCodeSets',
    summary: 'Event code sets for everybody and of the caller’s enterprises.',
    response: z.object({ items: z.array(codeSetSchema) }),
  }),
  get: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/get',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'The codes of a set with the overrides of an enterprise and one of its sites, and the default that each of them hides.',
    body: levelSchema,
    response: codeSetSchema.extend({
      codes: z.array(codeAtLevelsSchema),
      /** Of the level: the site, else the enterprise, else the set with its codes. */
      revision: revisionSchema,
      /** Of the set with its codes, at every level: what deleting it compares. */
      setRevision: revisionSchema,
      /** Categories to choose from at this level, most decisive first. */
      categories: z.array(usableCategorySchema),
    }),
    errors: ['resource.notFound'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/versions',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'Saved versions of a set, or of the overrides of an enterprise or a site, newest first.',
    body: levelSchema,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/version',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'The codes of a saved version.',
    body: levelSchema.extend({ version: z.number().int().min(1) }),
    response: codeSetContentSchema,
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/save',
    access: 'EditEventCodeSets',
    summary: 'Creates a set of an enterprise, or replaces one with all its codes. Sets for everybody are the provider’s.',
    body: z.object({
      // null: a new one.
      id: z.uuid().nullable(),
      enterpriseId: enterpriseIdSchema.nullable(),
      name: nameSchema,
      manufacturer: nameSchema,
      models: z.array(nameSchema).max(200),
      energyType: categorySetEnergyTypeSchema,
      codes: z
        .array(
          z.object({
            code: codeTextSchema,
            category: categoryNameSchema,
            eventType: z.enum(EVENT_TYPES),
            priority: prioritySchema.nullable(),
            description: z.string().max(500),
          }),
        )
        .max(20_000),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound', 'configuration.changed'],
    bodyBytes: LIMITS.longListBodyBytes,
  }),
  override: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/override',
    access: 'EditEventCodeSets',
    summary: 'Overrides of codes by an enterprise or one of its sites; a code without any value is reset.',
    body: z.object({
      setId: z.uuid(),
      enterpriseId: enterpriseIdSchema,
      // null: of the enterprise.
      siteId: siteIdSchema.nullable(),
      items: z.array(codeMappingSchema).min(1).max(MOST_MAPPINGS),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  impact: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/impact',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'Effect of changed code mappings: events grouped as they are and as they would be. Nothing is stored.',
    body: z.object({
      setId: z.uuid(),
      // null: of the set itself; items then say all about a code, or nothing where it is taken out.
      enterpriseId: enterpriseIdSchema.nullable(),
      // null: of the enterprise, or of the set.
      siteId: siteIdSchema.nullable(),
      items: z.array(codeMappingSchema).min(1).max(MOST_MAPPINGS),
      // Sites that earlier responses have counted: the response holds the next ones and comes after about a second. Absent: as many as possible.
      skipSites: z.number().int().min(0).max(100_000).optional(),
    }),
    response: codeImpactSchema,
    errors: ['resource.notFound'],
  }),
  exportFile: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/export',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'A set as a file; for an enterprise or a site with what it says, and the default each hides.',
    body: z.object({
      setId: z.uuid(),
      enterpriseId: enterpriseIdSchema.optional(),
      siteId: siteIdSchema.optional(),
      format: z.enum(CODE_FILE_FORMATS),
    }),
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
  readFile: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/read-file',
    access: 'EditEventCodeSets',
    readOnly: true,
    summary: 'The codes in a file (multipart: CSV or XLSX), to be looked at and saved. Nothing is stored.',
    rawBody: ['multipart/form-data'],
    response: z.object({
      rows: z.array(codeFileRowSchema),
      /** The first ones; each says in which line of the file. */
      issues: z.array(issueSchema),
      errorCount: z.number().int(),
    }),
    errors: ['upload.failed', 'request.tooLarge', 'request.unsupportedType'],
  }),
  map: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/map',
    access: 'EditEventCodeSets',
    summary: 'Says what unmapped codes mean: in the set their devices use, or as a word of the enterprise where that set is for everybody.',
    body: z.object({
      items: z
        .array(
          z.object({
            enterpriseId: enterpriseIdSchema,
            manufacturer: nameSchema,
            model: nameSchema.nullable(),
            energyType: categorySetEnergyTypeSchema,
            code: codeTextSchema,
            description: z.string().max(500),
            category: categoryNameSchema,
            eventType: z.enum(EVENT_TYPES),
            priority: prioritySchema.nullable(),
          }),
        )
        .min(1)
        .max(MOST_MAPPINGS),
    }),
    response: configurationSavedSchema.extend({ mapped: z.number().int() }),
    errors: ['resource.notFound'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/remove',
    access: 'EditEventCodeSets',
    summary: 'Deletes a set with its codes and their overrides.',
    body: z.object({ setId: z.uuid(), seenRevision: seenRevisionSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  unmapped: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/unmapped',
    access: 'ReadEventCodeSets',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Codes that devices sent and that no set explains, the most frequent first.',
    body: z.object({ siteIds: z.array(siteIdSchema).max(1_000).optional() }),
    response: z.object({
      items: z.array(unmappedCodeSchema),
      /** What the codes can mean, by enterprise and kind of device. */
      categories: z.array(
        z.object({ enterpriseId: enterpriseIdSchema, energyType: categorySetEnergyTypeSchema, categories: z.array(usableCategorySchema) }),
      ),
    }),
  }),
};

const categorySchema = z.object({
  name: categoryNameSchema,
  eventType: z.enum(EVENT_TYPES),
  timeCategory: z.enum(TIME_CATEGORIES),
  rank: z.number().int().min(1).max(98),
});

const categorySetSchema = z.object({
  /** null: the set every installation begins with, where the enterprise has none in use. */
  id: z.uuid().nullable(),
  enterpriseId: enterpriseIdSchema,
  name: z.string(),
  energyType: categorySetEnergyTypeSchema,
  isInUse: z.boolean(),
  categories: z.array(categorySchema),
  revision: revisionSchema,
  /** What depends on it, and would be recalculated with it. */
  uses: z.object({
    contracts: z.array(z.string()),
    /** Codes by category, of the sets of its energy type. */
    codes: z.array(z.object({ category: z.string(), codeCount: z.number().int() })),
    /** Codes that the enterprise or one of its sites gave another category. */
    overriddenCodes: z.number().int(),
  }),
  can: z.object({ edit: z.boolean(), prioritize: z.boolean() }),
});
export type CategorySet = z.infer<typeof categorySetSchema>;

/** A category set in a saved version. */
export const categorySetContentSchema = z.object({ name: z.string(), isInUse: z.boolean(), categories: z.array(categorySchema) });

export const eventCategorySetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/event-category-sets/list',
    access: 'PageConfigureEventCategorySets',
    summary: 'Category sets of the caller’s enterprises with their categories by rank.',
    response: z.object({ items: z.array(categorySetSchema) }),
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/versions',
    access: 'PageConfigureEventCategorySets',
    readOnly: true,
    summary: 'Saved versions of a category set, newest first.',
    body: z.object({ setId: z.uuid() }),
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['eventCategorySets.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/version',
    access: 'PageConfigureEventCategorySets',
    readOnly: true,
    summary: 'The categories of a saved version by rank.',
    body: z.object({ setId: z.uuid(), version: z.number().int().min(1) }),
    response: categorySetContentSchema,
    errors: ['eventCategorySets.notFound', 'resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/save',
    access: 'EditEventCategorySets',
    summary: 'Creates a category set, or replaces one. With `isInUse` it takes the place of the one in use for its energy type.',
    body: z.object({
      // null: a new one.
      id: z.uuid().nullable(),
      enterpriseId: enterpriseIdSchema,
      name: nameSchema,
      energyType: categorySetEnergyTypeSchema,
      isInUse: z.boolean(),
      categories: z.array(categorySchema).min(1).max(98),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['eventCategorySets.notFound', 'resource.notFound', 'configuration.changed'],
  }),
  prioritize: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/prioritize',
    access: 'PrioritizeEventCategories',
    summary: 'Gives a category another rank; one that is taken is refused.',
    body: z.object({ setId: z.uuid(), category: categoryNameSchema, rank: z.number().int().min(1).max(98) }),
    response: configurationSavedSchema,
    errors: ['eventCategorySets.notFound'],
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/reorder',
    access: 'PrioritizeEventCategories',
    summary: 'Gives the categories of a set the priorities 1, 2, 3 … in this order, which names each of them once.',
    body: z.object({
      setId: z.uuid(),
      categories: z.array(categoryNameSchema).min(1).max(98),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema,
    errors: ['eventCategorySets.notFound', 'configuration.changed'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/remove',
    access: 'EditEventCategorySets',
    summary: 'Deletes a category set that no contract counts by.',
    body: z.object({ setId: z.uuid(), seenRevision: seenRevisionSchema }),
    response: configurationSavedSchema,
    errors: ['eventCategorySets.notFound', 'resource.notFound', 'configuration.changed'],
  }),
};
