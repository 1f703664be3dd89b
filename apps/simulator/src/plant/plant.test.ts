import { dayBounds } from '@solvane/energy/time/local-day';
import { HOUR_MS } from '@solvane/energy/time/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEP_HOURS } from '../calendar/day-frame.ts';
import { at } from '../columns/column.ts';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { FIRST_DAY, PERIOD_DAYS, reading, sum, testWorld } from '../testing/test-world.ts';
import { getPlan, powerDayOf } from './demo-world.ts';
import { generationAtMeter, meterPower } from './meter.ts';
import { registerReadings } from './registers.ts';
import { generatorsOf } from './site-power.ts';
import { truth } from './truth.ts';

const world = testWorld();

describe('ground truth', () => {
  test('undisturbed energy less what every cause took is what was produced', () => {
    fc.assert(
      fc.property(fc.nat(DEMO_SITES.length - 1), fc.nat(PERIOD_DAYS - 1), (site, day) => {
        const power = powerDayOf(world, DEMO_SITES[site] ?? getPlan('s01'), FIRST_DAY + day);
        for (const { undisturbedKw, actualKw, lostKwh, ratedKw } of generatorsOf(power)) {
          const lost = new Float64Array(power.frame.length);
          for (const values of lostKwh.values()) for (let i = 0; i < lost.length; i++) lost[i] = at(lost, i) + at(values, i);
          for (let i = 0; i < lost.length; i++) {
            const left = Math.max(0, at(undisturbedKw, i)) * STEP_HOURS - at(lost, i);
            expect(Math.abs(left - Math.max(0, at(actualKw, i)) * STEP_HOURS)).toBeLessThan(1e-6 * ratedKw);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('can be asked for any range of any generator', () => {
    const { startMs } = dayBounds(FIRST_DAY + 95, 'Europe/Madrid');
    const morning = truth(world, { siteId: 's01', deviceId: 's01-inv-2', startMs: startMs + 8 * HOUR_MS, endMs: startMs + 12 * HOUR_MS });
    expect(morning.timesMs).toHaveLength(24);
    expect([...morning.lostKwh.keys()]).toEqual(['GT02']);
    expect([...morning.actualKw].slice(7).every((kw) => kw === 0)).toBe(true);
    expect(sum(morning.lostKwh.get('GT02') ?? [])).toBeCloseTo(sum(morning.undisturbedKw.slice(7)) * STEP_HOURS, 6);
    const twoDays = truth(world, { siteId: 's01', deviceId: 's01-inv-2', startMs: startMs - 24 * HOUR_MS, endMs: startMs + 24 * HOUR_MS });
    expect(twoDays.timesMs).toHaveLength(288);
    expect(twoDays.lostKwh.get('GT02')).toHaveLength(288);
    expect(() => truth(world, { siteId: 's01', deviceId: 's01-ws-1', startMs, endMs: startMs + 1 })).toThrow(RangeError);
  });
});

describe('the grid meter', () => {
  test('loses two percent at full load and adds one and a half when the plant takes', () => {
    expect(meterPower(10_000, 10_000)).toBeCloseTo(9_800, 6);
    expect(meterPower(-100, 10_000)).toBeCloseTo(-101.5, 6);
  });

  test('tells which generation it will show as the limit', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 50_000, noNaN: true }), fc.double({ min: 1, max: 1.2, noNaN: true }), (sumKw, oversize) => {
        expect(generationAtMeter(meterPower(sumKw, sumKw * oversize), sumKw * oversize)).toBeCloseTo(sumKw, 4);
      }),
    );
  });

  test.each(['s05', 's08', 's11', 's12'])('of %s never shows more than the export limit and reaches it', (siteId) => {
    const plan = getPlan(siteId);
    const limit = plan.exportLimitKw ?? Number.NaN;
    let highest = 0;
    for (let day = 0; day < PERIOD_DAYS; day++)
      for (const kw of powerDayOf(world, plan, FIRST_DAY + day).meterKw) highest = Math.max(highest, kw);
    expect(highest).toBeLessThanOrEqual(limit + 1e-6);
    expect(highest).toBeGreaterThan(limit * 0.99);
  });
});

describe('energy registers', () => {
  test('advance by the energy of the day, exactly', () => {
    for (const [siteId, deviceId] of [
      ['s01', 's01-m-1'],
      ['s02', 's02-inv-3'],
      ['s09', 's09-bm-1'],
    ] as const) {
      const plan = getPlan(siteId);
      const day = FIRST_DAY + 40;
      const question = { plan, deviceId, register: 'ExportCounter' as const };
      const before = registerReadings(world, { ...question, day: day - 1 });
      const today = registerReadings(world, { ...question, day });
      const power = powerDayOf(world, plan, day);
      const kw = generatorsOf(power).find(({ device }) => device.id === deviceId)?.actualKw ?? power.meterKw;
      const exported = sum(kw.map((value) => Math.max(0, value))) * STEP_HOURS;
      expect(at(today, today.length - 1) - at(before, before.length - 1)).toBeCloseTo(exported, 4);
    }
  });

  test('never run backwards, nor at midnight, nor when the clocks change', () => {
    const plan = getPlan('s09');
    let last = 0;
    for (let day = 80; day < 100; day++) {
      for (const value of registerReadings(world, { plan, day: FIRST_DAY + day, deviceId: 's09-bm-1', register: 'ImportCounter' })) {
        expect(value).toBeGreaterThanOrEqual(last);
        last = value;
      }
    }
  });

  test('read the same whether the days before were asked for or not', () => {
    const question = { plan: getPlan('s04'), day: FIRST_DAY + 30, deviceId: 's04-inv-1', register: 'ExportCounter' as const };
    expect(registerReadings(testWorld(), question)).toEqual(registerReadings(world, question));
  });

  test('show nothing before they were read first', () => {
    const before = registerReadings(world, { plan: getPlan('s01'), day: FIRST_DAY - 1, deviceId: 's01-m-1', register: 'ExportCounter' });
    expect(before.every(Number.isNaN)).toBe(true);
  });

  test('agree with the power that is reported beside them', () => {
    const power = reading(world, { segmentId: 's02-inv-5', signal: 'ActivePower', faultDay: 30 }).values;
    const register = reading(world, { segmentId: 's02-inv-5', signal: 'ExportCounter', faultDay: 30 }).values;
    for (let i = 1; i < power.length; i++) {
      const advanced = at(register, i) - at(register, i - 1);
      if (Number.isNaN(advanced) || Number.isNaN(at(power, i))) continue;
      expect(Math.abs(advanced - Math.max(0, at(power, i)) * STEP_HOURS)).toBeLessThan(0.003);
    }
  });
});
