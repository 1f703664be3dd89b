import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayMemory } from './day-memory.ts';

const numbers = fc.array(fc.oneof(fc.constant(Number.NaN), fc.constant(-0), fc.double()), { maxLength: 9 });
const days = fc.array(fc.tuple(numbers, numbers, fc.boolean()), { maxLength: 6 });

test('columns of computed days are kept as they are, and none of them is changed by those that follow', () => {
  fc.assert(
    fc.property(days, (drawn) => {
      const memory = new DayMemory();
      const outputs = drawn.map(([first, second, hasWeights]) => outputsOf({ first, second, hasWeights }));
      const kept = outputs.map((each) => memory.keep(each));
      expect(kept).toEqual(outputs);
    }),
  );
});

test('a column that is larger than a piece of memory has one of its own, and all are empty once they are given back', () => {
  const memory = new DayMemory();
  const long = Array.from({ length: 700_000 }, (_, i) => i);
  const outputs = outputsOf({ first: [1, 2, 3], second: long, hasWeights: true });
  const kept = memory.keep(outputs);
  expect(kept).toEqual(outputs);
  memory.giveBack();
  expect(kept.derived.map(({ values, weights }) => [values.length, weights?.length])).toEqual([[0, 0]]);
  expect(kept.validated.map(({ values, flags, methods }) => [values.length, flags.length, methods.length])).toEqual([[0, 0, 0]]);
  expect(outputs.derived[0]?.values).toHaveLength(long.length);
  // What comes afterwards has memory of its own again.
  expect(memory.keep(outputs)).toEqual(outputs);
});

/** What is kept here; nothing else of a day has columns. */
function outputsOf({ first, second, hasWeights }: { first: number[]; second: number[]; hasWeights: boolean }): SiteDayOutputs {
  const values = Float64Array.from(second);
  return {
    day: 20_000,
    derived: [
      { deviceId: 'S1-INV1', signalId: 'ActivePower||Expected', values, ...(hasWeights && { weights: values.map((each) => -each) }) },
    ],
    validated: [
      {
        deviceId: 'S1-INV1',
        apCode: 'ActivePower',
        values: Float64Array.from(first),
        flags: Int32Array.from(first, (_, i) => -i),
        methods: Uint8Array.from(first, (_, i) => i),
      },
    ],
  } as unknown as SiteDayOutputs;
}
