import fc from 'fast-check';
import { z } from 'zod';
import { arbitraryInput, arbitrarySpoiledInput, type ByName } from './arbitrary-input.ts';

export interface SampleOptions {
  /** `good` fits the schema, `long` too, with lists as long as allowed; `spoiled` has one place of garbage. */
  kind: 'good' | 'long' | 'spoiled';
  count: number;
  seed: number;
  /** Values for half of the properties of that name, and in long lists for all. */
  known(name: string): readonly unknown[];
}

/** Whether a schema has a list of bounded length. */
export function hasBoundedList(schema: z.ZodType): boolean {
  return JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"maxItems"');
}

/** Inputs of a schema; the same seed gives the same ones. */
export function sampleInputs(schema: z.ZodType, { kind, count, seed, known }: SampleOptions): unknown[] {
  const byName: ByName = (name) => {
    const values = known(name);
    if (values.length === 0) return undefined;
    // One id in a long list that is not there would refuse all of it.
    return kind === 'long' ? fc.constantFrom(...values) : fc.oneof(fc.constantFrom(...values), fc.string());
  };
  const inputs =
    kind === 'spoiled' ? arbitrarySpoiledInput(schema, byName) : arbitraryInput(schema, byName, { hasLongLists: kind === 'long' });
  return fc.sample(inputs, { numRuns: count, seed });
}
