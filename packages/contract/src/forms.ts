import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';

/** An error stops the form, a warning is only shown. */
const levelSchema = z.enum(['error', 'warning']);
export type ValidationLevel = z.infer<typeof levelSchema>;

/** Calls of forms stay within the product's own API. */
const apiPathSchema = z.string().regex(/^\/api\/[A-Za-z0-9/_-]+$/);

/** Rules that are functions by name: what they compare a value with stands in `dependencies`. */
export const CUSTOM_VALIDATIONS = [
  'email',
  'internationalPhone',
  'plainName',
  'integerList',
  'after',
  'notBefore',
  'primaryEventTypes',
  'titlePlaceholders',
  'address',
] as const;
export type CustomValidation = (typeof CUSTOM_VALIDATIONS)[number];

/** `message` is a key of the message catalogue; without it the rule's own words are shown. */
export const formValidationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Required'), level: levelSchema, message: z.string().optional() }),
  z.object({ type: z.literal('Pattern'), level: levelSchema, pattern: z.string().max(500), message: z.string() }),
  z.object({
    type: z.literal('Custom'),
    level: levelSchema,
    function: z.enum(CUSTOM_VALIDATIONS),
    dependencies: z.array(z.string()).default([]),
    message: z.string().optional(),
  }),
  /** Asked at the server with the value and those it depends on; it answers with issues. */
  z.object({ type: z.literal('Async'), level: levelSchema, endpoint: apiPathSchema, dependencies: z.array(z.string()).default([]) }),
]);
export type FormValidation = z.infer<typeof formValidationSchema>;

const field = {
  /** Name of the value in the body that is posted. */
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/),
  label: z.string(),
  help: z.string().optional(),
  validations: z.array(formValidationSchema).default([]),
  /** Shown, judged and posted only while another field has one of these values. */
  when: z.object({ name: z.string(), is: z.array(z.string()).min(1) }).optional(),
};

/** Texts are keys of the message catalogue; a text that is no key is shown as it stands, as names of things are. */
export const formItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({
    kind: z.literal('text'),
    ...field,
    isMultiline: z.boolean().default(false),
    minLength: z.number().int().positive().optional(),
    maxLength: z.number().int().positive().optional(),
    initial: z.string().default(''),
  }),
  z.object({
    kind: z.literal('number'),
    ...field,
    unit: z.string().optional(),
    isInteger: z.boolean().default(false),
    /** Values below it and above the other are refused. */
    min: z.number().optional(),
    max: z.number().optional(),
    /** null: empty. */
    initial: z.number().nullable().default(null),
  }),
  z.object({
    kind: z.literal('select'),
    ...field,
    isMultiple: z.boolean().default(false),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    initial: z.array(z.string()).default([]),
  }),
  z.object({
    kind: z.literal('date'),
    ...field,
    /** Local date; null: empty. */
    initial: z.iso.date().nullable().default(null),
  }),
  z.object({ kind: z.literal('checkbox'), ...field, initial: z.boolean().default(false) }),
  /** Uploads at once; the body carries the file's id. */
  z.object({ kind: z.literal('upload'), ...field, accepts: z.enum(['image', 'csv']) }),
  z.object({
    kind: z.literal('deviceSelect'),
    ...field,
    isMultiple: z.boolean().default(true),
    /** Only sites, as their site ids, or segments of any depth. */
    selects: z.enum(['sites', 'segments']),
    segmentTypes: z.array(z.string()).optional(),
    energyTypes: z.array(z.string()).optional(),
  }),
  /** Shows what the rules say of some fields in one place, beside what is shown at each of them. */
  z.object({ kind: z.literal('feedback'), of: z.array(z.string()) }),
]);
export type FormItem = z.infer<typeof formItemSchema>;

export const formDefinitionSchema = z.object({
  name: z.string(),
  title: z.string(),
  primaryAction: z.string(),
  /** Where the values go as JSON. The answer may be JSON, text, a file, or nothing. */
  submit: apiPathSchema,
  /** Stores data about a person: the form says what storing them means. */
  storesPersonalData: z.boolean().default(false),
  sections: z.array(
    z.object({
      title: z.string().optional(),
      columns: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
      items: z.array(formItemSchema),
    }),
  ),
});
export type FormDefinition = z.infer<typeof formDefinitionSchema>;

/** What an Async rule's endpoint answers: nothing to say is an empty list. */
export const formCheckSchema = z.object({ issues: z.array(issueSchema) });

export const formEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/forms/:formName',
    access: 'signedIn',
    summary: 'Definition of a form, for those who may submit it.',
    params: z.object({ formName: z.string().max(64) }),
    response: formDefinitionSchema,
    errors: ['resource.notFound'],
  }),
};
