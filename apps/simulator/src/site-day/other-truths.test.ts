import { timeCategoryIndex } from '@solvane/energy/events/time-category';
import { afterAll, describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { truth } from '../plant/truth.ts';
import { FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { computeDemoDay, type DemoResult } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();

afterAll(() => table.print());

function generatorsOf({ outputs }: DemoResult): string[] {
  return outputs.availability.map(({ device }) => device.id);
}

function injected(siteId: string, cause: string, result: DemoResult): number {
  const { startMs, count, stepMs } = result.outputs.grid;
  return sum(
    generatorsOf(result).flatMap((deviceId) => [
      ...(truth(world, { siteId, deviceId, startMs, endMs: startMs + count * stepMs }).lostKwh.get(cause) ?? []),
    ]),
  );
}

function lost(result: DemoResult, ...names: string[]): number {
  return sum(generatorsOf(result).flatMap((id) => names.flatMap((name) => [...result.derived(id, `ActiveEnergy||${name}`)])));
}

function codesOf({ outputs }: DemoResult): Set<string> {
  const slices = outputs.timelines.flatMap((timeline) => timeline.slices);
  return new Set(slices.filter(({ eventType }) => eventType !== 'Informational' && eventType !== 'Warning').map(({ code }) => code));
}

describe('what stops or slows a plant is found, and costs what it truly cost', () => {
  test('snow on the modules', () => {
    const result = computeDemoDay(world, getPlan('s03'), FIRST_DAY + 25);
    expect([...codesOf(result)]).toEqual(['SYS-SNOW']);
    const line = {
      id: 'GT10',
      what: 'snow [kWh]',
      truth: injected('s03', 'GT10', result),
      found: lost(result, 'LostDegraded', 'LostSnow'),
    };
    expect(table.compare({ ...line, tolerance: 0.05 })).toBeLessThan(0.05);
  });

  test('ice that stops a whole park, shown as one event of the site', () => {
    const result = computeDemoDay(world, getPlan('s07'), FIRST_DAY + 51);
    const icing = result.outputs.promoted.filter(({ category }) => category === 'Icing stop');
    expect(icing.map(({ parentId, affectedDeviceIds }) => [parentId, affectedDeviceIds.length])).toEqual([['s07', 8]]);
    const line = { id: 'GT20', what: 'stopped [kWh]', truth: injected('s07', 'GT20', result), found: lost(result, 'LostDowntime') };
    expect(table.compare({ ...line, tolerance: 0.05 })).toBeLessThan(0.05);
  });

  test('a battery inverter that is out', () => {
    const result = computeDemoDay(world, getPlan('s09'), FIRST_DAY + 321);
    expect([...codesOf(result)]).toEqual(['2201']);
    const line = { id: 'GT28', what: 'not discharged [kWh]', truth: injected('s09', 'GT28', result), found: lost(result, 'LostDowntime') };
    expect(table.compare({ ...line, tolerance: 0.01 })).toBeLessThan(0.01);
  });

  test('a battery that misses its order', () => {
    const result = computeDemoDay(world, getPlan('s10'), FIRST_DAY + 30);
    expect([...codesOf(result)]).toEqual(['SYS-BESS-MISS']);
    const line = { id: 'GT30', what: 'missed [kWh]', truth: injected('s10', 'GT30', result), found: lost(result, 'LostDegraded') };
    expect(table.compare({ ...line, tolerance: 0.01 })).toBeLessThan(0.01);
  });

  test('a storm that closes a hybrid plant is force majeure for every generator', () => {
    const result = computeDemoDay(world, getPlan('s12'), FIRST_DAY + 330);
    for (const { account, views } of result.outputs.availability) {
      expect(account.all.seconds[timeCategoryIndex('FM')] ?? 0).toBeGreaterThan(
        0.95 * (sum(account.all.seconds) - sum(account.lowResource.seconds)),
      );
      const sumsOf = (name: string) => views.find(({ view }) => view.name === name && view.basis === 'production')?.sums;
      expect(sumsOf('Operational')?.unavailable).toBe(0);
      expect(sumsOf('Technical')?.unavailable).toBe(0);
      expect(sumsOf('Total')?.unavailable).toBeGreaterThan(0);
    }
  });
});

describe('healthy days', () => {
  test.each([
    ['s01', 20],
    ['s08', 20],
    ['s09', 100],
    ['s10', 100],
    ['s11', 150],
    ['s12', 200],
  ])('of %s raise no event that bears a loss', (siteId, day) => {
    const result = computeDemoDay(world, getPlan(siteId), FIRST_DAY + day);
    expect([...codesOf(result)]).toEqual([]);
    expect(lost(result, 'Lost')).toBe(0);
  });
});
