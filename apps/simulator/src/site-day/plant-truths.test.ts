import { OVERDESIGN_METHODS, overdesignLosses } from '@solvane/energy/availability/overdesign';
import { timeCategoryIndex } from '@solvane/energy/events/time-category';
import { degradation } from '@solvane/energy/pv/degradation';
import { soiling } from '@solvane/energy/pv/soiling';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { groupEvents } from '@solvane/energy/site-day/group/group-events';
import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { median } from '@solvane/series/quantile';
import { afterAll, describe, expect, test } from 'vitest';
import { eventsIn } from '../events/site-events.ts';
import { historyPack } from '../history-pack.ts';
import { getPlan, powerDayOf } from '../plant/demo-world.ts';
import { truth } from '../plant/truth.ts';
import { days, FIRST_DAY, PERIOD_DAYS, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, type DemoResult, demoCoefficients } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();

afterAll(() => table.print());

function truthOf(siteId: string, deviceId: string, { outputs: { grid } }: DemoResult) {
  return truth(world, { siteId, deviceId, startMs: grid.startMs, endMs: grid.startMs + grid.count * grid.stepMs });
}

function evidenceOf(siteId: string, on: readonly number[], site = demoConfiguration(getPlan(siteId))): SiteDayEvidence[] {
  return on.map((day) => computeDemoDay(world, getPlan(siteId), FIRST_DAY + day, { site }).outputs.evidence);
}

/** Daily columns of the first inverter's performance. */
function performance(evidence: readonly SiteDayEvidence[], id: string) {
  return {
    index: Float64Array.from(evidence, ({ devices }) => devices.get(id)?.performance?.index ?? Number.NaN),
    insolation: Float64Array.from(evidence, ({ devices }) => devices.get(id)?.performance?.insolation ?? Number.NaN),
    rainfall: Float64Array.from(evidence, ({ rain }) => rain),
  };
}

describe('dirt on the modules', () => {
  const on = days(118, 272);
  const plan = getPlan('s01');
  const coefficients = demoCoefficients(
    world,
    plan,
    days(80, 99).map((day) => FIRST_DAY + day),
  );
  const site = demoConfiguration(plan, { coefficients });
  const evidence = evidenceOf('s01', on, site);

  test('gathers as fast as it was made to', () => {
    const { rate } = soiling(performance(evidence, 's01-inv-1'));
    const line = { id: 'GT01', what: 'rate [%/d]', truth: -0.15, found: 100 * rate, tolerance: 0.02, isAbsolute: true };
    expect(table.compare(line)).toBeLessThan(0.02);
  });

  test('costs what it truly cost', () => {
    const { lossShare } = soiling(performance(evidence, 's01-inv-1'));
    let [lost, possible] = [0, 0];
    for (const day of on) {
      const { inverters } = powerDayOf(world, plan, FIRST_DAY + day);
      lost += sum(inverters.flatMap(({ lostKwh }) => [...(lostKwh.get('GT01') ?? lostKwh.get('soiling') ?? [])]));
      possible += sum(inverters.flatMap(({ undisturbedKw }) => [...undisturbedKw].map((kw) => Math.max(0, kw) / 6)));
    }
    const line = { id: 'GT01', what: 'loss [%]', truth: (100 * lost) / possible, found: 100 * lossShare, tolerance: 0.6, isAbsolute: true };
    expect(table.compare(line)).toBeLessThan(0.6);
  });

  test('is carved out of what nothing else explains, learned from the days before', () => {
    let [found, injected] = [0, 0];
    for (const [k, day] of on.entries()) {
      if (k < 40 || k % 10 !== 0) continue;
      const memory = learnSite(site, FIRST_DAY + day, evidence.slice(0, k));
      const result = computeDemoDay(world, plan, FIRST_DAY + day, { site, memory });
      for (const inverter of days(1, 4).map((n) => `s01-inv-${n}`)) {
        found += sum(result.derived(inverter, 'ActiveEnergy||LostSoiling'));
        const causes = truthOf('s01', inverter, result).lostKwh;
        injected += sum(causes.get('GT01') ?? causes.get('soiling') ?? []);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(table.compare({ id: 'GT01', what: 'soiling [kWh]', truth: injected, found, tolerance: 0.35 })).toBeLessThan(0.35);
  });
});

test('a plant that gets dirty fast and is cleaned every three weeks', () => {
  const evidence = evidenceOf('s04', days(0, 125));
  const { index, insolation } = performance(evidence, 's04-inv-1');
  const cleaned = Uint8Array.from(index, (_, i) => (i % 21 === 0 ? 1 : 0));
  const { rate } = soiling({ index, insolation, cleaned });
  const line = { id: 'GT12', what: 'rate [%/d]', truth: -0.35, found: 100 * rate, tolerance: 0.04, isAbsolute: true };
  expect(table.compare(line)).toBeLessThan(0.04);
});

test('three years of daily sums show how a plant ages', () => {
  const pack = historyPack({ before: FIRST_DAY });
  const result = degradation({
    days: Float64Array.from(pack, ({ day }) => day),
    index: Float64Array.from(pack, ({ insolationKwh, energyKwh, nominalEnergyKwh }) =>
      insolationKwh < 0.5 ? Number.NaN : energyKwh / nominalEnergyKwh,
    ),
  });
  const found = result.kind === 'rate' ? result.rate : Number.NaN;
  expect(table.compare({ id: 'GT05', what: 'rate [%/yr]', truth: -0.85, found, tolerance: 0.35, isAbsolute: true })).toBeLessThan(0.35);
});

test('a pyranometer that drifts is told by its peers once it is 5 % off', () => {
  const plan = getPlan('s01');
  const site = demoConfiguration(plan);
  const flaggedOn = (day: number) => {
    const { flags } = computeDemoDay(world, plan, FIRST_DAY + day, { site }).validated('s01-poa-2', 'IrradiancePOA');
    return flags.some((bits) => (bits & QUALITY_FLAGS.POA_CONSENSUS) !== 0);
  };
  expect(days(300, 310).some(flaggedOn)).toBe(false);
  const first = days(355, 380).find(flaggedOn) ?? Number.NaN;
  expect(table.compare({ id: 'GT04', what: 'first day', truth: 364, found: first, tolerance: 10, isAbsolute: true })).toBeLessThanOrEqual(
    10,
  );
});

test('clipping is seen where it happened', () => {
  const plan = getPlan('s02');
  let [hits, truths, found] = [0, 0, 0];
  for (const day of [110, 140, 170, 200]) {
    const result = computeDemoDay(world, plan, FIRST_DAY + day);
    for (const id of days(1, 8).map((k) => `s02-inv-${k}`)) {
      const flags = result.derived(id, 'ClippingFlag||Calculated');
      const rating = (plan.solar?.acKw ?? 0) / 8;
      const { actualKw } = truthOf('s02', id, result);
      const isAtLimit = (i: number) => (actualKw[i] ?? 0) >= 0.9999 * rating;
      for (const i of flags.keys()) {
        const isTrue = isAtLimit(i) && (isAtLimit(i - 1) || isAtLimit(i + 1));
        truths += isTrue ? 1 : 0;
        found += flags[i] === 1 ? 1 : 0;
        hits += isTrue && flags[i] === 1 ? 1 : 0;
      }
    }
  }
  expect(truths).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(0);
  expect(table.compare({ id: 'GT09', what: 'recall', truth: 1, found: hits / truths, tolerance: 0.05, isAbsolute: true })).toBeLessThan(
    0.05,
  );
});

describe('a plant larger than its connection', () => {
  test.each([
    ['s05', 170],
    ['s08', 140],
  ])('of %s loses at the devices exactly what was missing at the meter', (siteId, day) => {
    const plan = getPlan(siteId);
    const { outputs } = computeDemoDay(world, plan, FIRST_DAY + day);
    const columnOf = (id: string, name: string) =>
      outputs.derived.find((each) => each.deviceId === id && each.signalId === `ActiveEnergy||${name}`)?.values ?? new Float64Array(0);
    const devices = outputs.availability.map(({ device }) => {
      const expected = columnOf(device.id, 'Expected').map((kwh) => (Number.isNaN(kwh) ? 0 : kwh));
      const actual = outputs.validated.find((each) => each.deviceId === device.id && each.apCode === 'ActiveEnergy')?.values;
      return {
        expected,
        produced: expected.map((kwh, i) => {
          const made = actual?.[i] ?? Number.NaN;
          return Number.isNaN(made) ? kwh : Math.max(0, made);
        }),
        acRating: device.capacityAc,
      };
    });
    const limit = new Float64Array(outputs.grid.count).fill(plan.exportLimitKw ?? Number.NaN);
    const options = { devices, limit, collectionLoss: 0.02, stepHours: 1 / 6 };
    const allowed = (plan.exportLimitKw ?? Number.NaN) / 0.98 / 6;
    const atMeter = limit.map((_, i) => {
      const [expected, produced] = [sum(devices.map((each) => each.expected[i] ?? 0)), sum(devices.map((each) => each.produced[i] ?? 0))];
      return Math.max(0, Math.min(expected, allowed) - produced);
    });
    const totals = OVERDESIGN_METHODS.map((method) => sum(overdesignLosses(method, options).losses.flatMap((column) => [...column])));
    const [byCapacity = 0, byLoss = 0, byExpectation = 0] = totals;
    const plain = sum(overdesignLosses(undefined, options).losses.flatMap((column) => [...column]));
    expect(plain).toBeGreaterThan(0);
    expect(byCapacity).toBeLessThanOrEqual(plain);
    expect(byExpectation).toBeLessThanOrEqual(plain);
    const line = { id: 'GT16', what: `${siteId} [kWh]`, truth: sum(atMeter), found: byLoss, tolerance: 1e-9 };
    expect(table.compare(line)).toBeLessThan(1e-9);
    expect(sum(columnOf(siteId, 'Lost'))).toBeLessThanOrEqual(sum(atMeter) * (1 + 1e-9));
  });
});

test('ice on the blades is told from a year of power at wind', () => {
  const plan = getPlan('s06');
  const site = demoConfiguration(plan);
  const memory = learnSite(site, FIRST_DAY + 370, evidenceOf('s06', days(110, 300), site));
  let [hits, truths, found, lost, injected] = [0, 0, 0, 0, 0];
  for (const day of [370, 371]) {
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { site, memory });
    const iced = result.derived('s06-wt-1', 'IcingFlag||Calculated');
    const loss = truthOf('s06', 's06-wt-1', result).lostKwh.get('GT17') ?? new Float64Array(iced.length);
    for (const i of iced.keys()) {
      const isTrue = (loss[i] ?? 0) > 0.5;
      truths += isTrue ? 1 : 0;
      found += iced[i] === 1 ? 1 : 0;
      hits += isTrue && iced[i] === 1 ? 1 : 0;
    }
    injected += sum(loss);
    lost += sum(result.derived('s06-wt-1', 'ActiveEnergy||Lost')) + sum(result.derived('s06-wt-1', 'ActiveEnergy||LostResidual'));
    expect(sum(result.derived('s06-wt-3', 'IcingFlag||Calculated'))).toBeLessThan(15);
  }
  expect(truths).toBeGreaterThan(100);
  expect(found).toBeLessThan(1.3 * truths);
  expect(table.compare({ id: 'GT17', what: 'recall', truth: 1, found: hits / truths, tolerance: 0.1, isAbsolute: true })).toBeLessThan(0.1);
  expect(table.compare({ id: 'GT17', what: 'lost [kWh]', truth: injected, found: lost, tolerance: 0.1 })).toBeLessThan(0.1);
});

test('a storm is force majeure: nothing of it is held against operator or manufacturer', () => {
  const { outputs } = computeDemoDay(world, getPlan('s12'), FIRST_DAY + 330);
  const seconds = sum(outputs.availability.map(({ account }) => account.all.seconds[timeCategoryIndex('FM')] ?? 0));
  const unavailable = sum(
    outputs.availability.flatMap(({ views }) => views.filter(({ view }) => view.name !== 'Total').map(({ sums }) => sums.unavailable)),
  );
  expect(seconds).toBeGreaterThan(0);
  expect(table.compare({ id: 'GT32', what: 'held against', truth: 0, found: unavailable, tolerance: 0, isAbsolute: true })).toBe(0);
});

test('codes without a classification are listed, each once', () => {
  const plan = getPlan('s12');
  const site = demoConfiguration(plan);
  const period = { startMs: FIRST_DAY * 86_400_000, endMs: (FIRST_DAY + PERIOD_DAYS) * 86_400_000 };
  const events = eventsIn(world, plan, period);
  const unmapped = site.devices.flatMap(
    (device) =>
      groupEvents(device, {
        ...period,
        nowMs: period.endMs,
        stepMs: 600_000,
        rawEvents: events
          .filter(({ segmentId }) => segmentId === device.id)
          .map(({ segmentId, code, startMs, endMs }) => ({
            id: `${segmentId} ${code} ${startMs}`,
            deviceId: segmentId,
            code,
            startMs,
            endMs,
            source: 'Scada' as const,
          })),
        overlay: [],
      }).unmappedCodes,
  );
  const found = new Set(unmapped).size;
  expect(table.compare({ id: 'GT33', what: 'codes', truth: 12, found, tolerance: 0 })).toBe(0);
});

test('days on which the clocks change have their own number of intervals', () => {
  const uneven = [
    ['s03', 88, 138],
    ['s03', 298, 150],
    ['s02', 67, 138],
    ['s02', 305, 150],
    ['s05', 95, 150],
    ['s05', 277, 138],
  ] as const;
  for (const [siteId, day, count] of uneven) {
    const found = computeDemoDay(world, getPlan(siteId), FIRST_DAY + day).outputs.grid.count;
    expect(table.compare({ id: 'GT37', what: `${siteId} intervals`, truth: count, found, tolerance: 0 })).toBe(0);
  }
});

describe('what the insights are to be made of is there', () => {
  test('inverters can be compared by their yield in good light', () => {
    const stepOf = (evidence: readonly SiteDayEvidence[]) => {
      const shares = evidence.map(({ devices }) => {
        const hours = (k: number) => devices.get(`s01-inv-${k}`)?.yield?.hours ?? Number.NaN;
        return hours(3) / median(Float64Array.from([1, 2, 4], hours));
      });
      return median(Float64Array.from(shares));
    };
    const change = stepOf(evidenceOf('s01', days(181, 184))) / stepOf(evidenceOf('s01', days(172, 178))) - 1;
    const line = { id: 'GT03', what: 'step [%]', truth: -5, found: 100 * change, tolerance: 1, isAbsolute: true };
    expect(table.compare(line)).toBeLessThan(1);
  });

  test('a clock that is wrong moves the centre of the light', () => {
    const shifts = evidenceOf('s03', days(150, 162)).flatMap(({ devices }) => {
      const centre = devices.get('s03-ws-1')?.centre;
      return centre && centre.clearness > 0.6 ? [centre.measured - centre.clearSky] : [];
    });
    const found = median(Float64Array.from(shifts));
    const line = { id: 'GT11', what: 'shift [min]', truth: 60, found, tolerance: 10, isAbsolute: true };
    expect(table.compare(line)).toBeLessThan(10);
  });

  test('a tracker that stands still is far from its target', () => {
    const result = computeDemoDay(world, getPlan('s02'), FIRST_DAY + 125);
    const worst = (id: string) =>
      Math.max(...[...result.derived(id, 'TrackerDeviation||Calculated')].filter((each) => !Number.isNaN(each)));
    expect(worst('s02-tr-08')).toBeLessThan(3);
    const line = { id: 'GT06', what: 'deviation [°]', truth: 95, found: worst('s02-tr-07'), tolerance: 0.1 };
    expect(table.compare(line)).toBeLessThan(0.1);
  });

  test('blades that stand apart show their spread', () => {
    const spread = computeDemoDay(world, getPlan('s07'), FIRST_DAY + 211).derived('s07-wt-3', 'PitchSpread||Calculated');
    const found = median(spread.filter((value) => !Number.isNaN(value)));
    expect(table.compare({ id: 'GT22', what: 'spread [°]', truth: 5.7, found, tolerance: 0.2, isAbsolute: true })).toBeLessThan(0.2);
  });

  test('a turbine that gives 4 % less than its peers shows it', () => {
    const plan = getPlan('s08');
    const shareOn = (on: readonly number[]) => {
      const results = on.map((day) => computeDemoDay(world, plan, FIRST_DAY + day));
      const produced = (k: number) =>
        sum(
          results.flatMap((result) => {
            const weights = result.outputs.derived.find(
              ({ deviceId, signalId }) => deviceId === `s08-wt-${k}` && signalId === 'PowerPerformanceIndex||Calculated',
            );
            return [...(weights?.values ?? [])].map((value, i) => (value * (weights?.weights?.[i] ?? 0)) / 100);
          }),
        );
      const expected = (k: number) => sum(results.flatMap((result) => [...result.derived(`s08-wt-${k}`, 'ActiveEnergy||Expected')]));
      return produced(5) / expected(5);
    };
    const change = shareOn(days(205, 224)) / shareOn(days(175, 194)) - 1;
    const line = { id: 'GT24', what: 'shift [%]', truth: -4, found: 100 * change, tolerance: 1.5, isAbsolute: true };
    expect(table.compare(line)).toBeLessThan(1.5);
  });
});
