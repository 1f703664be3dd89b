import fc from 'fast-check';
import type { z } from 'zod';
import { arbitraryInput, arbitrarySpoiledInput, type ByName } from './arbitrary-input.ts';

export interface SampleOptions {
  /** `good` fits the schema, `spoiled` has one place of garbage. */
  kind: 'good' | 'spoiled';
  count: number;
  seed: number;
  /** Values for half of the properties of that name. */
  known(name: string): readonly unknown[];
}

/** Inputs of a schema; the same seed gives the same ones. */
export function sampleInputs(schema: z.ZodType, { kind, count, seed, known }: SampleOptions): unknown[] {
  const byName: ByName = (name) => {
    const values = known(name);
    return values.length > 0 ? fc.oneof(fc.constantFrom(...values), fc.string()) : undefined;
  };
  return fc.sample(kind === 'good' ? arbitraryInput(schema, byName) : arbitrarySpoiledInput(schema, byName), { numRuns: count, seed });
}
