import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addReferenceSums, type ReferenceSums } from '../../wind/reference-turbines.ts';
import type { DeviceEvidence } from './evidence.ts';
import { referenceBlocks } from './reference-blocks.ts';

const SECTORS = 13;
const IDS = ['T2', 'T3'];
const KINDS = ['windSpeed', 'power'] as const;

const sums = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 3 * SECTORS, maxLength: 3 * SECTORS }).map(
  (drawn): ReferenceSums => ({
    own: Float64Array.from(drawn.slice(0, SECTORS)),
    reference: Float64Array.from(drawn.slice(SECTORS, 2 * SECTORS)),
    pairs: Float64Array.from(drawn.slice(2 * SECTORS)),
  }),
);
const taught = fc.option(fc.record({ windSpeed: sums, power: sums }), { nil: undefined });
const days = fc
  .uniqueArray(fc.record({ day: fc.integer({ min: 20_000, max: 20_060 }), T2: taught }), { maxLength: 12, selector: ({ day }) => day })
  .map((drawn) => drawn.sort((a, b) => a.day - b.day).map(({ day, T2 }) => ({ day, own: evidenceOf(T2) })));

test('sums in blocks are those of all days together', () => {
  fc.assert(
    fc.property(days, (drawn) => {
      const sumsOf = referenceBlocks(drawn);
      for (const id of IDS) {
        for (const kind of KINDS) {
          const parts = drawn.flatMap(({ own }) => own.references.get(id)?.[kind] ?? []);
          const found = sumsOf(id, kind);
          expect(found === undefined).toBe(parts.length === 0);
          const all = addReferenceSums(parts);
          for (const column of ['own', 'reference', 'pairs'] as const) {
            for (const [i, value] of (found?.[column] ?? []).entries()) expect(value).toBeCloseTo(all[column][i] ?? Number.NaN, 3);
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('whatever was asked before, and whichever day was computed again meanwhile, the same evidence gives the same bytes', () => {
  fc.assert(
    fc.property(days, fc.nat(11), taught, (drawn, changed, instead) => {
      // From day to day, as a history is computed.
      for (let end = 0; end <= drawn.length; end++) referenceBlocks(drawn.slice(0, end))('T2', 'power');
      const now = drawn.map((each, i) => (i === changed ? { day: each.day, own: evidenceOf(instead) } : each));
      for (let start = 0; start < now.length; start++) {
        const own = now.slice(start);
        const fresh = own.map(({ day, own: { references } }) => ({ day, own: evidenceOf(references.get('T2')) }));
        for (const kind of KINDS) expect(referenceBlocks(own)('T2', kind)).toEqual(referenceBlocks(fresh)('T2', kind));
      }
    }),
    { numRuns: 50 },
  );
});

function evidenceOf(ofReference: { windSpeed: ReferenceSums; power: ReferenceSums } | undefined): DeviceEvidence {
  return { satellite: new Map(), references: new Map(ofReference ? [['T2', ofReference]] : []) };
}
