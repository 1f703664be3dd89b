import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { configurationSavedSchema } from './validity.ts';

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
});

const meaningSchema = z.object({
  category: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  priority: z.number().int().nullable(),
});

/** A code with what each level says; null: not said there, the level before it shows through. */
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

const unmappedCodeSchema = z.object({
  siteId: siteIdSchema,
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  count: z.number().int(),
  firstSeenMs: instantMsSchema,
  lastSeenMs: instantMsSchema,
  segmentIds: z.array(segmentIdSchema),
  /** By codes of the same maker with a similar text. null: nothing is similar */
  suggestion: z.object({ code: z.string(), category: z.string(), eventType: z.enum(EVENT_TYPES) }).nullable(),
});
export type UnmappedCode = z.infer<typeof unmappedCodeSchema>;

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
    summary: 'The codes of a set with what an enterprise and one of its sites say differently, and the default each hides.',
    body: z.object({ setId: z.uuid(), enterpriseId: enterpriseIdSchema.optional(), siteId: siteIdSchema.optional() }),
    response: codeSetSchema.extend({ codes: z.array(codeAtLevelsSchema) }),
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
    }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound'],
    bodyBytes: LIMITS.longListBodyBytes,
  }),
  override: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/override',
    access: 'EditEventCodeSets',
    summary: 'What an enterprise, or one of its sites, says differently about codes; a code with nothing said is reset.',
    body: z.object({
      setId: z.uuid(),
      enterpriseId: enterpriseIdSchema,
      // null: of the enterprise.
      siteId: siteIdSchema.nullable(),
      items: z
        .array(
          z.object({
            code: codeTextSchema,
            category: categoryNameSchema.nullable(),
            eventType: z.enum(EVENT_TYPES).nullable(),
            priority: prioritySchema.nullable(),
          }),
        )
        .min(1)
        .max(5_000),
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/remove',
    access: 'EditEventCodeSets',
    summary: 'Deletes a set with its codes and everything said about them.',
    body: z.object({ setId: z.uuid() }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
  unmapped: endpoint({
    method: 'POST',
    path: '/api/event-code-sets/unmapped',
    access: 'ReadEventCodeSets',
    readOnly: true,
    summary: 'Codes that devices sent and that no set explains, the most frequent first.',
    body: z.object({ siteIds: z.array(siteIdSchema).max(1_000).optional() }),
    response: z.object({ items: z.array(unmappedCodeSchema) }),
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
});

export const eventCategorySetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/event-category-sets/list',
    access: 'PageConfigureEventCategorySets',
    summary: 'Category sets of the caller’s enterprises with their categories by rank.',
    response: z.object({ items: z.array(categorySetSchema) }),
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
    }),
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound'],
  }),
  prioritize: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/prioritize',
    access: 'PrioritizeEventCategories',
    summary: 'Gives a category another rank; one that is taken is refused.',
    body: z.object({ setId: z.uuid(), category: categoryNameSchema, rank: z.number().int().min(1).max(98) }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/event-category-sets/remove',
    access: 'EditEventCategorySets',
    summary: 'Deletes a category set that no contract counts by.',
    body: z.object({ setId: z.uuid() }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
};
