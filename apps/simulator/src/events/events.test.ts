import { dayBounds } from '@solvane/energy/time/local-day';
import { HOUR_MS } from '@solvane/energy/time/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoFleetDescription } from '../fleet/demo-fleet.ts';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { EVENT_CODE_LISTS } from '../fleet/event-codes.ts';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, PERIOD_DAYS, testWorld } from '../testing/test-world.ts';
import type { DemoEvent } from './raw-event.ts';
import { eventsIn, eventsStartingOn } from './site-events.ts';

const world = testWorld();
const MINUTE_MS = 60_000;

function eventsOf(siteId: string, from: number, to: number): DemoEvent[] {
  const events: DemoEvent[] = [];
  for (let day = from; day <= to; day++) events.push(...eventsStartingOn(world, getPlan(siteId), FIRST_DAY + day));
  return events;
}

describe('codes of an outage', () => {
  test('overlap as those of real controllers do: a warning 20 minutes before, a second stop inside that ends late', () => {
    const { startMs } = dayBounds(FIRST_DAY + 95, 'Europe/Madrid');
    const codes = eventsOf('s01', 95, 95).filter(({ segmentId, code }) => segmentId === 's01-inv-2' && code !== '1001');
    const [warning, main, second] = ['1103', '1205', '1210'].map((wanted) => codes.find(({ code }) => code === wanted));
    expect(main).toEqual({
      segmentId: 's01-inv-2',
      code: '1205',
      text: 'IGBT driver fault',
      startMs: startMs + 9 * HOUR_MS + 10 * MINUTE_MS,
      endMs: startMs + 15 * HOUR_MS + 40 * MINUTE_MS,
    });
    expect((main?.startMs ?? 0) - (warning?.startMs ?? 0)).toBe(20 * MINUTE_MS);
    expect(warning?.endMs).toBeGreaterThan(main?.startMs ?? 0);
    expect(second?.startMs).toBeGreaterThan(main?.startMs ?? 0);
    const lateMinutes = ((second?.endMs ?? 0) - (main?.endMs ?? 0)) / MINUTE_MS;
    expect(lateMinutes).toBeGreaterThanOrEqual(2);
    expect(lateMinutes).toBeLessThanOrEqual(4);
  });

  test('of a plant-wide stop come from every device within a minute', () => {
    for (const [siteId, day, code, count] of [
      ['s07', 50, '201', 8],
      ['s08', 140, '301', 10],
      ['s12', 330, '320', 4],
    ] as const) {
      const stops = eventsOf(siteId, day, day).filter((event) => event.code === code);
      expect(new Set(stops.map(({ segmentId }) => segmentId)).size).toBe(count);
      const starts = stops.map(({ startMs }) => startMs);
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(MINUTE_MS);
    }
  });

  test('at midnight warn on the day before', () => {
    const warnings = eventsOf('s09', 319, 319).filter(({ segmentId, code }) => segmentId === 's09-bi-2' && code === '2101');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.startMs).toBe(dayBounds(FIRST_DAY + 320, 'Europe/London').startMs - 20 * MINUTE_MS);
  });

  test('are not heard while the line is down', () => {
    const { startMs } = dayBounds(FIRST_DAY + 160, 'America/Chicago');
    const heard = eventsOf('s02', 160, 161).filter(
      (event) => event.startMs >= startMs + 10 * HOUR_MS && event.startMs < startMs + 36 * HOUR_MS,
    );
    expect(heard).toEqual([]);
    const silentOutage = eventsOf('s04', 300, 300).filter(({ segmentId, code }) => segmentId === 's04-inv-1' && code !== '1001');
    expect(silentOutage).toEqual([]);
  });
});

describe('other codes', () => {
  test('orders to a plant come from its controller', () => {
    const grid = eventsOf('s02', 70, 83).filter(({ code }) => code === '1701');
    expect(grid).toHaveLength(14);
    expect(grid.every(({ segmentId, startMs, endMs }) => segmentId === 's02-ppc-1' && endMs - startMs === 4 * HOUR_MS)).toBe(true);
    expect(eventsOf('s05', 0, 120).filter(({ code }) => code === '1702').length).toBeGreaterThan(10);
  });

  test('twelve codes at Caatinga stand in no list, all of them show up, and nowhere else', () => {
    const undocumented = new Set(EVENT_CODE_LISTS.flatMap((list) => list.undocumented.map(({ code }) => code)));
    const seen = new Set(
      eventsOf('s12', 0, PERIOD_DAYS - 1)
        .map(({ code }) => code)
        .filter((code) => undocumented.has(code)),
    );
    expect(seen).toEqual(undocumented);
    expect(eventsOf('s08', 0, 100).filter(({ code }) => undocumented.has(code))).toEqual([]);
  });

  test('inverters wait from dusk to dawn, once a night', () => {
    const nights = eventsOf('s04', 40, 59).filter(({ segmentId, code }) => segmentId === 's04-inv-2' && code === '1001');
    expect(nights).toHaveLength(20);
    for (const { startMs, endMs } of nights) expect((endMs - startMs) / HOUR_MS).toBeGreaterThan(11);
  });

  test('come from devices of the fleet, end after they start and are known to the second', () => {
    const ids = new Set(demoFleetDescription().sites?.flatMap(({ segments = [] }) => segments.map(({ id }) => id)));
    for (const plan of DEMO_SITES) {
      for (const { segmentId, startMs, endMs, code } of eventsOf(plan.id, 325, 333)) {
        expect(ids.has(segmentId), segmentId).toBe(true);
        expect(endMs, `${segmentId} ${code}`).toBeGreaterThan(startMs);
        expect([startMs % 1000, endMs % 1000]).toEqual([0, 0]);
      }
    }
  });

  test('are the same for any day alone', () => {
    fc.assert(
      fc.property(fc.nat(DEMO_SITES.length - 1), fc.nat(PERIOD_DAYS - 1), (site, day) => {
        const plan = DEMO_SITES[site] ?? getPlan('s01');
        expect(eventsStartingOn(testWorld(), plan, FIRST_DAY + day)).toEqual(eventsStartingOn(world, plan, FIRST_DAY + day));
      }),
      { numRuns: 20 },
    );
  });

  test('that began days ago are found in a period they overlap', () => {
    const { startMs } = dayBounds(FIRST_DAY + 323, 'Europe/London');
    const overlapping = eventsIn(world, getPlan('s09'), { startMs: startMs + HOUR_MS, endMs: startMs + 2 * HOUR_MS });
    expect(overlapping.map(({ code }) => code)).toEqual(expect.arrayContaining(['2201', '2202']));
    expect(eventsIn(world, getPlan('s09'), { startMs, endMs: startMs })).toEqual([]);
  });
});
