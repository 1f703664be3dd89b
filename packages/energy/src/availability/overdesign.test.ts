import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultOverdesignMethod, gridLimitLoss, OVERDESIGN_METHODS, overdesignLosses } from './overdesign.ts';

const one = (value: number) => Float64Array.of(value);

/** Three inverters of 4 MW behind a connection of 10 MW, in MW and MWh. */
function site(expected: number[], produced: number[], limit = 10) {
  const devices = expected.map((energy, i) => ({ expected: one(energy), produced: one(produced[i] ?? 0), acRating: 4 }));
  return { devices, limit: one(limit), stepHours: 1 };
}

describe('losses of an overbuilt site', () => {
  test.each<[number[], number[], number[], number[], number[]]>([
    [
      [3.8, 3.8, 3.8],
      [3.8, 3.8, 0],
      [0, 0, 3.166667],
      [0, 0, 2.4],
      [0, 0, 3.333333],
    ],
    [
      [2, 2, 2],
      [2, 2, 0],
      [0, 0, 1.666667],
      [0, 0, 2],
      [0, 0, 2],
    ],
    [
      [3.8, 3.8, 3.8],
      [10 / 3, 10 / 3, 10 / 3],
      [0.388889, 0.388889, 0.388889],
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [3.8, 3.8, 3.8],
      [3.8, 0, 0],
      [0, 3.166667, 3.166667],
      [0, 3.1, 3.1],
      [0, 3.333333, 3.333333],
    ],
  ])('expected %j, produced %j: by capacity %j, by meter %j, by expectation %j', (expected, produced, ...wanted) => {
    const losses = OVERDESIGN_METHODS.map((method) => overdesignLosses(method, site(expected, produced)).losses.map(([loss]) => loss));
    losses.forEach((found, i) => {
      expect(differences(found, wanted[i] ?? [], printed(6))).toEqual([]);
    });
  });

  test('are those of the devices where no limit applies', () => {
    for (const method of [undefined, ...OVERDESIGN_METHODS]) {
      const { losses } = overdesignLosses(method, site([3.8, 3.8, 3.8], [3.8, 3, 0], Number.NaN));
      expect(
        differences(
          losses.map(([loss]) => loss),
          [0, 0.8, 3.8],
        ),
      ).toEqual([]);
    }
  });

  test('share the connection after collection loss', () => {
    const { expectedAtConnection } = overdesignLosses('expectedPowerRatio', { ...site([4, 4, 4], [0, 0, 0]), collectionLoss: 0.02 });
    expect(
      differences(
        expectedAtConnection.map(([energy]) => energy),
        Array(3).fill(10 / 0.98 / 3),
      ),
    ).toEqual([]);
  });

  test('close to the meter by the energy loss ratio, and never exceed the plain loss', () => {
    const energy = fc.double({ min: 0, max: 4, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(energy, energy), { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0.1, max: 30, noNaN: true }),
        (rows, limit) => {
          const [expected, produced] = [rows.map(([wanted]) => wanted), rows.map(([, made]) => made)];
          const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
          const plain = total(expected.map((wanted, i) => Math.max(0, wanted - (produced[i] ?? 0))));
          const atMeter = Math.max(0, Math.min(total(expected), limit) - total(produced));
          const { losses } = overdesignLosses('energyLossRatio', site(expected, produced, limit));
          expect(
            differences(total(losses.map(([loss]) => loss ?? 0)), Math.min(atMeter, plain), { relative: 1e-9, absolute: 1e-9 }),
          ).toEqual([]);
          for (const method of OVERDESIGN_METHODS) {
            const scaled = total(overdesignLosses(method, site(expected, produced, limit)).losses.map(([loss]) => loss ?? 0));
            expect(scaled).toBeLessThanOrEqual(plain + 1e-9);
          }
        },
      ),
    );
  });

  test('need a method only where more is installed than the connection takes', () => {
    expect(defaultOverdesignMethod(12, 10)).toBe('energyLossRatio');
    expect(defaultOverdesignMethod(10, 10)).toBeUndefined();
    expect(defaultOverdesignMethod(12, Number.NaN)).toBeUndefined();
  });

  test('leave a bar for what the connection cannot take', () => {
    expect(differences(gridLimitLoss(site([3.8, 3.8, 3.8], [0, 0, 0])), -1.4)).toEqual([]);
    expect(gridLimitLoss(site([2, 2, 2], [0, 0, 0]))).toBe(0);
  });
});
