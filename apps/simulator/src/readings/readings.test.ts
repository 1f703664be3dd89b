import { dayBounds, localDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEP_MS } from '../calendar/day-frame.ts';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { createDemoWorld, getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, PERIOD_DAYS, testWorld } from '../testing/test-world.ts';
import { periodReadings } from './period-readings.ts';
import { siteReadings } from './site-readings.ts';

const anyDay = fc.record({ site: fc.nat(DEMO_SITES.length - 1), day: fc.nat(PERIOD_DAYS - 1) });

function plan(index: number) {
  return DEMO_SITES[index] ?? getPlan('s01');
}

describe('what the devices report', () => {
  test('is the same for any day alone, in any order', () => {
    const long = testWorld();
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1, maxLength: 3 }), (days) => {
        for (const { site, day } of days) {
          const alone = siteReadings(testWorld(), plan(site), FIRST_DAY + day);
          expect(siteReadings(long, plan(site), FIRST_DAY + day).columns).toEqual(alone.columns);
        }
      }),
      { numRuns: 4 },
    );
  }, 20_000);

  test('differs with the seed', () => {
    const day = FIRST_DAY + 100;
    expect(siteReadings(testWorld(1), getPlan('s01'), day).columns).not.toEqual(siteReadings(testWorld(2), getPlan('s01'), day).columns);
  });

  test('has a column of the right length for every series, with almost nothing missing and nothing infinite', () => {
    const world = testWorld();
    for (const site of DEMO_SITES) {
      const { frame, signals, columns } = siteReadings(world, site, FIRST_DAY + 105);
      expect(columns).toHaveLength(signals.length);
      let missing = 0;
      for (const values of columns) {
        expect(values).toHaveLength(frame.length);
        expect(values.every((value) => Number.isNaN(value) || Number.isFinite(value))).toBe(true);
        missing += values.filter(Number.isNaN).length;
      }
      expect(missing / (columns.length * frame.length)).toBeLessThan(0.008);
    }
  });

  test('loses three of a thousand intervals', () => {
    const world = testWorld();
    let missing = 0;
    let all = 0;
    for (let day = 0; day < 60; day++) {
      for (const values of siteReadings(world, getPlan('s06'), FIRST_DAY + day).columns) {
        missing += values.filter(Number.isNaN).length;
        all += values.length;
      }
    }
    expect(missing / all).toBeGreaterThan(0.0026);
    expect(missing / all).toBeLessThan(0.0034);
  });

  test('on a day of 23 or 25 hours has 138 or 150 intervals at every site that changes its clocks', () => {
    const world = testWorld();
    const lengths = (siteId: string, ...days: [number, number][]) =>
      days.map(([month, day]) => siteReadings(world, getPlan(siteId), localDay(2025, month, day)).frame.length);
    expect(lengths('s03', [3, 30], [10, 26])).toEqual([138, 150]);
    expect(lengths('s07', [3, 9], [11, 2])).toEqual([138, 150]);
    expect(lengths('s05', [4, 6], [10, 5])).toEqual([150, 138]);
    expect(lengths('s04', [3, 30], [10, 26])).toEqual([144, 144]);
  });
});

describe('readings of a period', () => {
  const world = createDemoWorld({ clock: { kind: 'calendarYear' }, countersFrom: FIRST_DAY });

  test('of sites in different zones share one time axis', () => {
    const startMs = dayBounds(FIRST_DAY + 50, 'UTC').startMs + 7 * STEP_MS;
    const endMs = startMs + 2 * DAY_MS;
    const plans = [getPlan('s04'), getPlan('s11')];
    const { timesMs, signals, columns } = periodReadings(world, plans, { startMs, endMs });
    expect(timesMs).toHaveLength(288);
    expect(timesMs[0]).toBe(startMs);
    const price = signals.findIndex(({ device, apCode }) => device.id === 's04' && apCode === 'Price');
    const whole = siteReadings(world, getPlan('s04'), FIRST_DAY + 51);
    const at = whole.signals.findIndex(({ apCode }) => apCode === 'Price');
    const shift = (whole.frame.startMs - startMs) / STEP_MS;
    expect(columns[price]?.slice(shift, shift + 144)).toEqual(whole.columns[at]);
  });

  test('are the same however the period is cut', () => {
    const startMs = dayBounds(FIRST_DAY + 20, 'UTC').startMs;
    const cuts = fc.integer({ min: 1, max: 287 });
    const whole = periodReadings(world, [getPlan('s01')], { startMs, endMs: startMs + 288 * STEP_MS });
    fc.assert(
      fc.property(cuts, (cut) => {
        const first = periodReadings(world, [getPlan('s01')], { startMs, endMs: startMs + cut * STEP_MS });
        const rest = periodReadings(world, [getPlan('s01')], { startMs: startMs + cut * STEP_MS, endMs: startMs + 288 * STEP_MS });
        expect(first.columns.map((values, i) => [...values, ...(rest.columns[i] ?? [])])).toEqual(
          whole.columns.map((values) => [...values]),
        );
      }),
      { numRuns: 10 },
    );
  });

  test('of an empty period are empty', () => {
    const { timesMs, columns } = periodReadings(world, [getPlan('s01')], { startMs: 0, endMs: 0 });
    expect(timesMs).toHaveLength(0);
    expect(columns.every(({ length }) => length === 0)).toBe(true);
  });
});
