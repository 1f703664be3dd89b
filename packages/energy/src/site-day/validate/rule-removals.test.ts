import { expect, test } from 'vitest';
import { computeSmallPlant, deviceOf, sunAt } from '../testing/small-plant.ts';

const bright = (interval: number) => 900 * sunAt(interval) * (0.95 + 0.05 * Math.sin(interval * 2.4));

test('a rating that is stated too low removes most of a bright day, and the day says so', () => {
  const inverters = ['inv-1', 'inv-2'].map((id) => deviceOf(id, 'Inverter', id === 'inv-2' ? { capacityAc: 500 } : {}));
  const { removals } = computeSmallPlant({
    devices: inverters,
    readings: { 'inv-1': { ActivePower: bright }, 'inv-2': { ActivePower: bright } },
  });
  expect(removals).toHaveLength(1);
  const [{ deviceId, apCode, method, removed = 0, points = 1 } = {}] = removals;
  expect([deviceId, apCode, method]).toEqual(['inv-2', 'ActivePower', 'outOfRangeMax']);
  expect(removed / points).toBeGreaterThan(0.4);
  // The sun is up for less than fifteen hours: the night is no excuse.
  expect(points).toBeLessThan(90);
});

test('a healthy day, missing data and what people declare invalid are no removals', () => {
  const { removals } = computeSmallPlant({
    devices: [deviceOf('wt', 'WindTurbine'), deviceOf('inv', 'Inverter')],
    readings: {
      wt: { ActivePower: (interval) => (interval % 3 === 0 ? Number.NaN : 400 + 100 * Math.sin(interval / 5)) },
      inv: { ActivePower: (interval) => (interval < 100 ? Number.NaN : bright(interval)) },
    },
  });
  expect(removals).toEqual([]);
});
