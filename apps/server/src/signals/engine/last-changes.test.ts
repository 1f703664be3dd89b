import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockDayRange, changesHeading, changesOf, LastChanges, vouchedHeading, vouchedOf } from './last-changes.ts';

describe('the last change of days', () => {
  test('is another one for the days that were changed, and the same for all others', () => {
    const changes = new LastChanges();
    const requested = { blocks: [1, 2], first: 10, last: 12 };
    const before = changes.find(requested);
    changes.note([{ block: 1, first: 13, last: 20 }]);
    changes.note([{ block: 3, first: 10, last: 12 }]);
    changes.note([]);
    expect(changes.find(requested)).toBe(before);
    changes.note([{ block: 2, first: 5, last: 10 }]);
    expect(changes.find(requested)).toBeGreaterThan(before);
  });

  test('of what is read after asking how many changes there were is never greater than that, until there is one', () => {
    const changes = new LastChanges();
    const [requested, other] = [
      { blocks: [1], first: 1, last: 1 },
      { block: 2, first: 1, last: 1 },
    ];
    for (const next of [other, { ...other, block: 1 }, other]) {
      changes.note([next]);
      expect(changes.find(requested)).toBeLessThanOrEqual(changes.counted);
    }
    const { counted } = changes;
    changes.note([other]);
    expect(changes.find(requested)).toBeLessThanOrEqual(counted);
    changes.note([{ ...other, block: 1 }]);
    expect(changes.find(requested)).toBeGreaterThan(counted);
  });

  test('is another one for everything when the changes were not declared', () => {
    const changes = new LastChanges();
    changes.note([{ block: 1, first: 1, last: 1 }]);
    const [one, other] = [changes.find({ blocks: [1], first: 1, last: 1 }), changes.find({ blocks: [9], first: 1, last: 1 })];
    changes.note(undefined);
    expect(changes.find({ blocks: [1], first: 1, last: 1 })).toBeGreaterThan(one);
    expect(changes.find({ blocks: [9], first: 1, last: 1 })).toBeGreaterThan(other);
  });

  test('never stays the same over a change, however few days are remembered', () => {
    const range = fc.record({ block: fc.integer({ min: 0, max: 3 }), first: fc.integer({ min: 0, max: 9 }), length: fc.nat(4) });
    const change = fc.option(fc.array(range, { minLength: 1, maxLength: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), fc.integer({ min: 0, max: 12 }), (list, maxEntries) => {
        const changes = new LastChanges(maxEntries);
        for (const one of list) {
          const ranges = one?.map(({ block, first, length }): BlockDayRange => ({ block, first, last: first + length }));
          const touched = ranges ?? [{ block: 0, first: 0, last: 0 }];
          const before = touched.map(({ block, first, last }) => changes.find({ blocks: [block], first, last }));
          changes.note(ranges);
          touched.forEach(({ block, first, last }, i) => {
            for (let day = first; day <= last; day += 1)
              expect(changes.find({ blocks: [block], first: day, last: day })).toBeGreaterThan(before[i] ?? Number.NaN);
          });
        }
      }),
    );
  });
});

describe('a statement says what it changes', () => {
  test.each<[string, BlockDayRange[] | undefined]>([
    [`${changesHeading([{ block: 7, first: -3, last: 20_000 }])}insert into t select 1`, [{ block: 7, first: -3, last: 20_000 }]],
    [`${changesHeading([])}insert into function file('a') select 1`, []],
    ['select 1', []],
    ['  with 1 as x select x', []],
    [`${vouchedHeading({ blocks: [7, 9], first: -3, last: 20 })}select 1`, []],
    [`${vouchedHeading({ blocks: [], first: 0, last: 1 })}insert into t select 1`, undefined],
    ['insert into t select 1', undefined],
    ['delete from t where 1', undefined],
    ['selection', undefined],
  ])('%s', (sql, changes) => {
    expect(changesOf(sql)).toEqual(changes);
  });

  test('in a way that is not ours: refused', () => {
    expect(() => changesOf('/* changes 1:2 */ select 1')).toThrow(RangeError);
  });
});

test('a select says whose last change it asks for', () => {
  for (const seriesQuery of [
    { blocks: [7, 12], first: -3, last: 20_000 },
    { blocks: [], first: 0, last: 0 },
  ]) {
    expect(vouchedOf(`${vouchedHeading(seriesQuery)}select 1`)).toEqual(seriesQuery);
  }
  expect(vouchedOf('select 1')).toBeUndefined();
});
