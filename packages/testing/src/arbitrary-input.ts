import fc from 'fast-check';
import { z } from 'zod';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** Values for a property by its name, whatever its schema: the ids of a test's own sites. undefined: as the schema says. */
export type ByName = (name: string) => fc.Arbitrary<unknown> | undefined;

/** Input that a schema accepts, or nearly: rules that JSON Schema cannot express may still refuse it. */
export function arbitraryInput(
  schema: z.ZodType,
  byName: ByName = () => undefined,
  { hasLongLists }: { hasLongLists: boolean } = { hasLongLists: false },
): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return fromSchema(described, { definitions: described.$defs ?? {}, byName, depth: 0, name: '', hasLongLists });
}

interface Context {
  definitions: Record<string, JsonSchema>;
  byName: ByName;
  depth: number;
  name: string;
  /** Lists that are in no other list are as long as their schema allows. */
  hasLongLists: boolean;
}

const LONGEST_LIST = 3;
/** Of lists that are as long as allowed: longer ones find nothing more. */
const LONG_LIST = 5_000;

function fromSchema(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const own = schema.type === 'array' || schema.type === 'object' ? undefined : context.byName(context.name);
  if (own) return own;
  if (schema.$ref) return fromSchema(context.definitions[schema.$ref.replace('#/$defs/', '')] ?? {}, deeper(context));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, deeper(context))));
  if (schema.allOf) return fromSchema(Object.assign({}, ...schema.allOf), context);
  return fromType(schema, context);
}

function fromType(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return fromObject(schema, context);
    case 'array': {
      const item = fromSchema(schema.items ?? {}, { ...deeper(context), hasLongLists: false });
      if (context.hasLongLists) return repeated(item, Math.min(schema.maxItems ?? LONGEST_LIST, LONG_LIST));
      const minLength = Math.min(schema.minItems ?? 0, 50);
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? LONGEST_LIST, LONGEST_LIST));
      return fc.array(item, { minLength, maxLength });
    }
    case 'string':
      return fromString(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1e9, Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? 1e9, Number.MAX_SAFE_INTEGER),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e12, max: schema.maximum ?? 1e12, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** A long list of some hundred different items: making thousands takes seconds. */
function repeated(item: fc.Arbitrary<unknown>, length: number): fc.Arbitrary<unknown[]> {
  const different = Math.min(length, 200);
  return fc
    .array(item, { minLength: different, maxLength: different })
    .map((items) => Array.from({ length }, (_, index) => items[index % different]));
}

function fromObject({ properties = {}, required = [], additionalProperties }: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema, { ...deeper(context), name })]),
  );
  const named = fc.record(known, { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return named;
  const values = fromSchema(additionalProperties, { ...deeper(context), name: '' });
  const keys = context.byName(context.name) ?? fc.string({ minLength: 1, maxLength: 10, unit: 'grapheme-ascii' });
  return fc
    .tuple(named, fc.dictionary(keys as fc.Arbitrary<string>, values, { maxKeys: LONGEST_LIST }))
    .map(([left, right]) => ({ ...right, ...(left as object) }));
}

function fromString({ pattern, format, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date')
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, 64) });
  return fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 200)), unit: 'binary' });
}

function deeper(context: Context): Context {
  return { ...context, depth: context.depth + 1 };
}

/** What no schema asks for. */
export const arbitraryGarbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    '\u0000',
    '\ud800',
    0,
    -1,
    Number.MAX_SAFE_INTEGER,
    1e308,
    true,
    'x'.repeat(5_000),
    { toString: 1, valueOf: null, constructor: {} },
    { $ne: null },
    "'; drop table users; --",
    '../../../../etc/passwd',
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

/** Input of the schema's shape with one place of it spoiled. */
export function arbitrarySpoiledInput(schema: z.ZodType, byName: ByName = () => undefined): fc.Arbitrary<unknown> {
  return fc
    .tuple(arbitraryInput(schema, byName), arbitraryGarbage, fc.infiniteStream(fc.nat()))
    .map(([input, garbage, choices]) => spoil(input, garbage, () => choices.next().value ?? 0));
}

function spoil(value: unknown, garbage: unknown, choose: () => number): unknown {
  const stop = choose() % 4 === 0;
  if (stop || typeof value !== 'object' || value === null) return garbage;
  if (Array.isArray(value)) {
    const place = choose() % (value.length + 1);
    return value.length === 0 ? [garbage] : value.map((item, index) => (index === place ? spoil(item, garbage, choose) : item));
  }
  const names = Object.keys(value);
  const name = names[choose() % Math.max(names.length, 1)] ?? 'extra';
  return { ...value, [name]: spoil((value as Record<string, unknown>)[name], garbage, choose) };
}
