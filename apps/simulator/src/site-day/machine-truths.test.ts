import { yawMisalignment } from '@solvane/energy/wind/yaw-misalignment';
import { median, quantile } from '@solvane/series/quantile';
import { afterAll, describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, type DemoResult } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();

afterAll(() => table.print());

describe('machines that go wrong slowly', () => {
  test('an inverter that loses efficiency drifts away from its peers', () => {
    const plan = getPlan('s04');
    const efficiencyOn = (on: readonly number[]) => {
      const results = on.map((day) => computeDemoDay(world, plan, FIRST_DAY + day));
      const ofInverter = (k: number) => {
        const columns = results.flatMap(({ outputs }) =>
          outputs.derived.filter(({ deviceId, signalId }) => deviceId === `s04-inv-${k}` && signalId === 'InverterEfficiency||Calculated'),
        );
        const taken = sum(columns.flatMap(({ weights }) => [...(weights ?? [])]));
        const given = sum(columns.flatMap(({ values, weights }) => [...values].map((percent, i) => (percent * (weights?.[i] ?? 0)) / 100)));
        return given / taken;
      };
      return ofInverter(5) / median(Float64Array.from([1, 2, 3, 4], ofInverter));
    };
    const healthy = efficiencyOn(days(190, 196));
    const line = { id: 'GT13', tolerance: 0.15, isAbsolute: true };
    // The drift grows evenly over 90 days: 64 of them, when it is to be known, and all of them.
    const early = 100 * (efficiencyOn(days(261, 267)) / healthy - 1);
    expect(table.compare({ ...line, what: 'drift by D264 [%]', truth: (-1.5 * 64) / 90, found: early })).toBeLessThan(0.15);
    expect(early).toBeLessThan(-0.95);
    const late = 100 * (efficiencyOn(days(284, 290)) / healthy - 1);
    expect(table.compare({ ...line, what: 'drift at its end [%]', truth: (-1.5 * 87) / 90, found: late })).toBeLessThan(0.15);
  });

  test('a turbine that looks past the wind gives most at another angle than it stands at, and one that is capped never gives more', () => {
    const plan = getPlan('s06');
    const results = days(250, 319).map((day) => computeDemoDay(world, plan, FIRST_DAY + day));
    const joined = (column: (result: DemoResult) => Float64Array) => Float64Array.from(results.flatMap((result) => [...column(result)]));
    const offsetOf = (id: string) =>
      yawMisalignment({
        power: joined((result) => result.validated(id, 'ActivePower').values),
        windSpeed: joined((result) => result.derived(id, 'WindSpeedNormalised||Calculated')),
        windVane: joined((result) => result.validated(id, 'WindVane').values),
      });
    const yaw = { id: 'GT18', truth: -7, found: offsetOf('s06-wt-2'), tolerance: 2.5, isAbsolute: true };
    expect(table.compare({ ...yaw, what: 'offset [°]' })).toBeLessThan(2.5);
    const healthy = { ...yaw, truth: 0, found: offsetOf('s06-wt-3'), tolerance: 2 };
    expect(table.compare({ ...healthy, what: 'offset of a healthy one [°]' })).toBeLessThan(2);

    const most = (id: string) => {
      const power = results.slice(0, 36).flatMap((result) => [...result.validated(id, 'ActivePower').values]);
      return quantile(Float64Array.from(power.filter((kw) => !Number.isNaN(kw))), 0.995);
    };
    const cap = { id: 'GT19', what: 'cap by D285 [kW]', truth: 1600, found: most('s06-wt-4'), tolerance: 0.01 };
    expect(table.compare(cap)).toBeLessThan(0.01);
    const rating = demoConfiguration(plan).devices.find(({ id }) => id === 's06-wt-4')?.capacityAc ?? Number.NaN;
    expect(most('s06-wt-3')).toBeGreaterThan(0.95 * rating);
    expect(most('s06-wt-4')).toBeLessThan(0.95 * rating);
  });
});
