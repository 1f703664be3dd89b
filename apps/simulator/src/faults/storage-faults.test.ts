import { describe, expect, test } from 'vitest';
import { at } from '../columns/column.ts';
import { getPlan } from '../plant/demo-world.ts';
import { generatorsOf } from '../plant/site-power.ts';
import { siteReadings } from '../readings/site-readings.ts';
import { between, days, FIRST_DAY, mean, PERIOD_DAYS, plant, reading, testWorld } from '../testing/test-world.ts';

const world = testWorld();
const { power } = plant(world);

describe('batteries', () => {
  test('GT26: Trent has lost 3 % of its new capacity with every year of age', () => {
    const usable = (faultDay: number) => power('s09', faultDay).storage?.units[0]?.usableKwh ?? 0;
    expect((usable(0) - usable(365)) / 10_000).toBeCloseTo(0.03, 4);
  });

  test('GT27: cells of container 3 drift apart by 0.8 mV a day and pass 50 mV near D294', () => {
    const spread = (segmentId: string, faultDay: number) => {
      const highest = reading(world, { segmentId, signal: 'CellVoltageMax', faultDay }).values;
      const lowest = reading(world, { segmentId, signal: 'CellVoltageMin', faultDay }).values;
      return mean([...highest.keys()].map((i) => 1000 * (at(highest, i) - at(lowest, i))).filter((value) => !Number.isNaN(value)));
    };
    expect(spread('s09-bc-3', 249)).toBeCloseTo(15, 0);
    expect(spread('s09-bc-3', 294)).toBeCloseTo(50.2, 0);
    expect(spread('s09-bc-2', 294)).toBeCloseTo(15, 0);
  });

  test('GT28: converter 2 of Trent is out from D320 to D323: a quarter of the power is missing', () => {
    for (const faultDay of [320, 323]) {
      const available = ['1', '2', '3', '4'].map((unit) =>
        mean(between(reading(world, { segmentId: `s09-bi-${unit}`, signal: 'AvailableDischargePower', faultDay }), 0, 24)),
      );
      expect(available).toEqual([5000, 0, 5000, 5000]);
      expect(new Set(between(reading(world, { segmentId: 's09-bi-2', signal: 'ActivePower', faultDay }), 0, 24))).toEqual(new Set([0]));
      expect(new Set(between(reading(world, { segmentId: 's09-bc-2', signal: 'StateOfCharge', faultDay }), 0, 24))).toEqual(new Set([10]));
    }
  });

  test('GT29: Brazos has 70 % of its power above 36 °C, on most days from D200 to D215', () => {
    let hotDays = 0;
    for (const faultDay of days(200, 215)) {
      const { ambient, storage, frame } = power('s10', faultDay);
      let hot = 0;
      for (let i = 0; i < frame.length; i++) {
        const isHot = at(ambient, i) > 36;
        if (isHot) hot++;
        for (const { availableKw } of storage?.units ?? []) expect(at(availableKw, i)).toBe(isHot ? 3500 : 5000);
      }
      if (hot > 6) hotDays++;
    }
    expect(hotDays).toBeGreaterThan(12);
  });
});

describe('whatever is wrong', () => {
  test('a healthy day has no loss but dirt and export limits', () => {
    for (const day of [5, 110, 225]) {
      for (const siteId of ['s01', 's03', 's07', 's10', 's11']) {
        for (const { lostKwh } of generatorsOf(power(siteId, day))) {
          expect([...lostKwh.keys()].filter((cause) => !['soiling', 'exportLimit', 'GT21'].includes(cause))).toEqual([]);
        }
      }
    }
  });

  test('the sensors of the night read a little less than nothing', () => {
    for (const faultDay of [10, 200]) {
      const night = between(reading(world, { segmentId: 's01-poa-1', signal: 'IrradiancePOA', faultDay }), 0, 3);
      expect(Math.min(...night)).toBeGreaterThanOrEqual(-4);
      expect(Math.max(...night)).toBeLessThanOrEqual(-1);
    }
  });

  test('every day of the period can be made', () => {
    for (let day = 0; day < PERIOD_DAYS; day += 36) {
      for (const siteId of ['s02', 's05', 's08', 's12'])
        expect(siteReadings(world, getPlan(siteId), FIRST_DAY + day).columns.length).toBeGreaterThan(25);
    }
  });
});
