import { roundTripEfficiency } from '@solvane/energy/storage/efficiency';
import { describe, expect, test } from 'vitest';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { getPlan, powerDayOf } from '../plant/demo-world.ts';
import { FIRST_DAY, PERIOD_DAYS, sum, testWorld } from '../testing/test-world.ts';

const world = testWorld();
const batterySites = ['s09', 's10', 's11', 's12'];

function storageOf(siteId: string, faultDay: number) {
  const { storage, frame } = powerDayOf(world, getPlan(siteId), FIRST_DAY + faultDay);
  if (!storage) throw new Error(`${siteId} has no battery`);
  return { ...storage, frame };
}

describe('a battery day', () => {
  test.each(batterySites)('at %s ends with the charge it began with, every day of the period', (siteId) => {
    for (let day = 0; day < PERIOD_DAYS; day++) {
      for (const { stateOfCharge } of storageOf(siteId, day).units) {
        expect(at(stateOfCharge, stateOfCharge.length - 1)).toBeCloseTo(10, 6);
      }
    }
  });

  test.each(batterySites)('at %s never leaves 9 to 91 percent and never exceeds its rating', (siteId) => {
    for (let day = 0; day < PERIOD_DAYS; day += 3) {
      for (const { stateOfCharge, actualKw, ratedKw } of storageOf(siteId, day).units) {
        expect(Math.min(...stateOfCharge)).toBeGreaterThan(9);
        expect(Math.max(...stateOfCharge)).toBeLessThan(91);
        expect(Math.max(...actualKw.map(Math.abs))).toBeLessThanOrEqual(ratedKw);
      }
    }
  });

  test('gives back what its round trip leaves', () => {
    for (const [siteId, expected] of [
      ['s09', 0.86],
      ['s10', 0.84],
    ] as const) {
      const { units } = storageOf(siteId, 10);
      const charge = -sum(units.flatMap(({ actualKw }) => [...actualKw.map((kw) => Math.min(0, kw))])) * STEP_HOURS;
      const discharge = sum(units.flatMap(({ actualKw }) => [...actualKw.map((kw) => Math.max(0, kw))])) * STEP_HOURS;
      expect(roundTripEfficiency({ charge, discharge, storedChange: 0 })).toBeCloseTo(expected, 6);
    }
  });

  test('has two cycles at Trent and one at Brazos', () => {
    const turns = (siteId: string) => {
      const { dispatchKw } = storageOf(siteId, 10);
      return [...dispatchKw].filter((kw, i) => kw > 0 && at(dispatchKw, i - 1) <= 0).length;
    };
    expect(turns('s09')).toBe(2);
    expect(turns('s10')).toBe(1);
  });

  test('moves the same energy when the charging hours lose or gain one', () => {
    for (const faultDay of [67, 88, 298, 305]) {
      const { units, frame } = storageOf('s09', faultDay);
      expect([138, 144, 150]).toContain(frame.length);
      for (const { stateOfCharge } of units) expect(Math.max(...stateOfCharge)).toBeGreaterThan(70);
    }
  });

  test('of an ageing battery shows its capacity in energy over change of charge', () => {
    const capacity = (faultDay: number) => {
      const { units } = storageOf('s09', faultDay);
      const unit = units[0];
      if (!unit) throw new Error('no unit');
      const evening = [...unit.actualKw.keys()].filter((i) => at(unit.actualKw, i) > 0 && i > 90);
      const energy = sum(evening.map((i) => at(unit.dcKw, i))) * STEP_HOURS;
      const first = evening[0] ?? 0;
      const last = evening.at(-1) ?? 0;
      return (100 * energy) / (at(unit.stateOfCharge, first - 1) - at(unit.stateOfCharge, last));
    };
    expect(100 * ((capacity(366) - capacity(1)) / 10_000)).toBeCloseTo(-3, 1);
  });

  test('misses two fifths of its order on six evenings and catches up before midnight', () => {
    const missed: number[] = [];
    for (let day = 0; day < PERIOD_DAYS; day++) {
      const { units, dispatchKw, frame } = storageOf('s10', day);
      const evening = [...frame.localHours.keys()].filter((i) => at(frame.localHours, i) >= 17 && at(frame.localHours, i) < 20);
      const done = sum(units.flatMap(({ actualKw }) => evening.map((i) => at(actualKw, i))));
      const ordered = sum(evening.map((i) => at(dispatchKw, i)));
      if (done < 0.9 * ordered) {
        missed.push(day);
        expect(done / ordered).toBeCloseTo(0.6, 6);
        expect(sum(dispatchKw.map((kw) => Math.max(0, kw)))).toBeCloseTo(1.4 * ordered, 4);
      }
    }
    expect(missed).toEqual([30, 91, 152, 230, 281, 342]);
  });
});
