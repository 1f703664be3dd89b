import type { RawEvent } from '@solvane/energy/events/raw-events';
import { timeCategoryIndex } from '@solvane/energy/events/time-category';
import { isEstimated, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { compatibleInstant } from '@solvane/energy/time/local-time';
import { DAY_MS, HOUR_MS } from '@solvane/energy/time/zone';
import { afterAll, describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { truth } from '../plant/truth.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, type DemoResult, demoCoefficients, demoInputs } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();
const MINUTE_MS = 60_000;

afterAll(() => table.print());

function coefficientsBefore(siteId: string, day: number, count: number) {
  return demoCoefficients(
    world,
    getPlan(siteId),
    days(day - count, day - 1).map((each) => FIRST_DAY + each),
  );
}

function truthOf(siteId: string, deviceId: string, { outputs: { grid } }: DemoResult) {
  return truth(world, { siteId, deviceId, startMs: grid.startMs, endMs: grid.startMs + grid.count * grid.stepMs });
}

function sliceOf(result: DemoResult, deviceId: string, code: string) {
  return result.outputs.timelines.find((each) => each.deviceId === deviceId)?.slices.find((slice) => slice.code === code);
}

function localInstant(siteId: string, day: number, hours: number): number {
  return compatibleInstant((FIRST_DAY + day) * DAY_MS + hours * HOUR_MS, getPlan(siteId).timezone);
}

describe('an inverter fault among overlapping codes', () => {
  const plan = getPlan('s01');
  const site = demoConfiguration(plan, { coefficients: coefficientsBefore('s01', 95, 20) });
  const result = computeDemoDay(world, plan, FIRST_DAY + 95, { site });
  const id = 's01-inv-2';

  test('is one event, exact to the minute', () => {
    const event = sliceOf(result, id, '1205');
    const minutes = (found: number | undefined, hours: number) => ((found ?? 0) - localInstant('s01', 95, hours)) / MINUTE_MS;
    expect(
      table.compare({
        id: 'GT02',
        what: 'start [min]',
        truth: 0,
        found: minutes(event?.startMs, 9 + 10 / 60),
        tolerance: 1,
        isAbsolute: true,
      }),
    ).toBeLessThanOrEqual(1);
    expect(
      table.compare({
        id: 'GT02',
        what: 'end [min]',
        truth: 0,
        found: minutes(event?.endMs, 15 + 40 / 60),
        tolerance: 1,
        isAbsolute: true,
      }),
    ).toBeLessThanOrEqual(1);
    expect(event?.eventType).toBe('Downtime');
    expect(event?.rawEventIds).toHaveLength(3);
  });

  test('lost what it truly lost', () => {
    const injected = sum(truthOf('s01', id, result).lostKwh.get('GT02') ?? []);
    const found = sum(result.derived(id, 'ActiveEnergy||LostDowntime'));
    expect(table.compare({ id: 'GT02', what: 'lost [kWh]', truth: injected, found, tolerance: 0.03 })).toBeLessThan(0.03);
    expect(sum(result.derived('s01-inv-1', 'ActiveEnergy||Lost'))).toBe(0);
  });

  test('stands out in measured values, not in estimates', () => {
    const { values, flags } = result.validated(id, 'ActivePower');
    const stopped = [...values.keys()].slice(56, 93);
    expect(stopped.every((i) => values[i] === 0 && !isEstimated(flags[i] ?? 0))).toBe(true);
  });
});

test('a plant is not silent before its first point', () => {
  const plan = getPlan('s02');
  const day = FIRST_DAY + 100;
  const beginMs = localInstant('s02', 100, 6);
  const inputs = demoInputs(world, plan, day);
  const { startMs, stepMs } = inputs.grid;
  const cut = (raw: Float64Array) => raw.map((value, i) => (startMs + i * stepMs < beginMs ? Number.NaN : value));
  const signals = new Map([...inputs.signals].map(([id, list]) => [id, list.map(({ apCode, raw }) => ({ apCode, raw: cut(raw) }))]));
  const silences = (known: { beginMs?: number }) =>
    computeDemoDay(world, plan, day, { inputs: { ...inputs, signals, ...known } }).outputs.detected.filter(({ code }) =>
      code.startsWith('SYS-COMM'),
    );
  expect(silences({}).length).toBeGreaterThan(0);
  expect(silences({ beginMs })).toEqual([]);
});

describe('a plant whose loggers sleep at night', () => {
  const plan = getPlan('s02');
  const day = FIRST_DAY + 100;
  const inputs = demoInputs(world, plan, day);
  const { grid } = inputs;
  const hourOf = (i: number) => {
    const sinceMidnight = (grid.startMs + i * grid.stepMs - localInstant('s02', 98, 0)) / HOUR_MS;
    return ((sinceMidnight % 24) + 24) % 24;
  };
  const silentWhere = (isSilent: (i: number) => boolean) => ({
    ...inputs,
    signals: new Map(
      [...inputs.signals].map(([id, list]) => [
        id,
        // Prices do not come from a logger.
        id === plan.id ? list : list.map(({ apCode, raw }) => ({ apCode, raw: raw.map((value, i) => (isSilent(i) ? Number.NaN : value)) })),
      ]),
    ),
  });
  const asleep = (i: number) => hourOf(i) >= 20.5 || hourOf(i) < 7;

  test('loses no communication, no completeness and no time', () => {
    const { outputs, derived } = computeDemoDay(world, plan, day, { inputs: silentWhere(asleep) });
    expect(outputs.detected).toEqual([]);
    for (const { account } of outputs.availability) expect(account.all.seconds[timeCategoryIndex('IU')]).toBe(0);
    const available = derived('s02', 'DataAvailability||Calculated');
    expect(Math.min(...available.filter((percent) => !Number.isNaN(percent)))).toBeGreaterThan(90);
  });

  test('that does not come back in the morning has lost it since the sun was high enough', () => {
    const inputsOfDay = silentWhere((i) => asleep(i) || (grid.startMs + i * grid.stepMs >= localInstant('s02', 100, 0) && hourOf(i) < 11));
    const { outputs } = computeDemoDay(world, plan, day, { inputs: inputsOfDay });
    const lost = outputs.detected.filter(({ code }) => code === 'SYS-COMM');
    expect(new Set(lost.map(({ deviceId }) => deviceId)).size).toBeGreaterThan(8);
    for (const { startMs, endMs } of lost) {
      expect(startMs).toBeGreaterThan(localInstant('s02', 100, 7));
      expect(startMs).toBeLessThan(localInstant('s02', 100, 8.5));
      expect(endMs).toBe(localInstant('s02', 100, 11));
    }
  });
});

test('a plant whose loggers send on change has the energy of one that repeats its values, and is never silent', () => {
  const plan = getPlan('s01');
  const day = FIRST_DAY + 100;
  const site = demoConfiguration(plan);
  const inputs = demoInputs(world, plan, day);
  const changed = (of: (raw: Float64Array) => Float64Array) => ({
    ...inputs,
    signals: new Map([...inputs.signals].map(([id, list]) => [id, list.map(({ apCode, raw }) => ({ apCode, raw: of(raw) }))])),
  });
  const coarse = (raw: Float64Array) => raw.map((value) => Math.round(value / 20) * 20);
  const HOLD = 6;
  /** A row where the value is another one, and at least every hour. */
  const onChange = (raw: Float64Array) => {
    const values = coarse(raw);
    let sent = Number.NEGATIVE_INFINITY;
    return values.map((value, i) => {
      if (Number.isNaN(value) || (value === values[sent] && i - sent < HOLD)) return Number.NaN;
      sent = i;
      return value;
    });
  };
  const energy = (result: DemoResult) => sum(days(1, 4).flatMap((k) => [...result.validated(`s01-inv-${k}`, 'ActiveEnergy').values]));
  const repeating = computeDemoDay(world, plan, day, { site: { ...site, maxHoldMinutes: 60 }, inputs: changed(coarse) });
  const sparse = changed(onChange);
  const held = computeDemoDay(world, plan, day, { site: { ...site, maxHoldMinutes: 60 }, inputs: sparse });
  const unheld = computeDemoDay(world, plan, day, { site, inputs: sparse });
  expect(Math.abs(energy(held) / energy(repeating) - 1)).toBeLessThan(0.002);
  expect(held.outputs.detected).toEqual([]);
  expect(unheld.outputs.detected.length).toBeGreaterThan(0);
});

describe('a silent plant whose registers count on', () => {
  const plan = getPlan('s02');
  const stored: RawEvent[] = [];
  const results = [160, 161].map((day) => {
    const inputs = demoInputs(world, plan, FIRST_DAY + day);
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { inputs: { ...inputs, rawEvents: [...inputs.rawEvents, ...stored] } });
    stored.push(...result.outputs.detected);
    return result;
  });
  const inverters = days(1, 8).map((k) => `s02-inv-${k}`);

  test('is one communication loss from the evening on over midnight', () => {
    for (const id of inverters) {
      const event = results[1] && sliceOf(results[1], id, 'SYS-COMM');
      expect([event?.eventType, event?.startMs, event?.endMs]).toEqual([
        'Communication Loss',
        localInstant('s02', 160, 10),
        localInstant('s02', 161, 12),
      ]);
    }
  });

  test('gets its energy from the registers and loses nothing', () => {
    const perDevice = results.flatMap((result) =>
      inverters.map((id) => {
        const { flags, values } = result.validated(id, 'ActiveEnergy');
        const { actualKw } = truthOf('s02', id, result);
        const isFilled = (_: number, i: number) => ((flags[i] ?? 0) & QUALITY_FLAGS.INTERPOLATED) !== 0;
        return {
          found: sum(values.filter(isFilled)),
          injected: sum(actualKw.map((kw) => Math.max(0, kw) / 6).filter(isFilled)),
          lost: sum(result.derived(id, 'ActiveEnergy||Lost')),
        };
      }),
    );
    const [found, injected, lost] = (['found', 'injected', 'lost'] as const).map((name) => sum(perDevice.map((each) => each[name]))) as [
      number,
      number,
      number,
    ];
    expect(table.compare({ id: 'GT07', what: 'energy [kWh]', truth: injected, found, tolerance: 0.001 })).toBeLessThan(0.001);
    expect(table.compare({ id: 'GT07', what: 'lost [kWh]', truth: 0, found: lost, tolerance: 0, isAbsolute: true })).toBe(0);
  });
});

test('a fortnight of orders to stay below 60 % costs what lies above the order', () => {
  const plan = getPlan('s02');
  const site = demoConfiguration(plan, { coefficients: coefficientsBefore('s02', 70, 15) });
  let [found, injected] = [0, 0];
  for (const day of days(70, 83)) {
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { site });
    for (const id of days(1, 8).map((k) => `s02-inv-${k}`)) {
      found += sum(result.derived(id, 'ActiveEnergy||LostCurtailment'));
      injected += sum(truthOf('s02', id, result).lostKwh.get('GT08') ?? []);
    }
  }
  expect(table.compare({ id: 'GT08', what: 'curtailed [kWh]', truth: injected, found, tolerance: 0.03 })).toBeLessThan(0.03);
});

test('an outage behind a communication loss is told by the register that stood still', () => {
  const plan = getPlan('s04');
  const site = demoConfiguration(plan, { coefficients: coefficientsBefore('s04', 300, 21) });
  const result = computeDemoDay(world, plan, FIRST_DAY + 300, { site });
  const event = sliceOf(result, 's04-inv-1', 'SYS-COMM-OUTAGE');
  expect([event?.eventType, event?.startMs, event?.endMs]).toEqual(['Unknown', localInstant('s04', 300, 8), localInstant('s04', 300, 16)]);
  const found = sum(result.derived('s04-inv-1', 'ActiveEnergy||LostUnknown'));
  const injected = sum(truthOf('s04', 's04-inv-1', result).lostKwh.get('GT14') ?? []);
  expect(table.compare({ id: 'GT14', what: 'lost [kWh]', truth: injected, found, tolerance: 0.05 })).toBeLessThan(0.05);
});

test('a plant that stands still at negative prices saves money by its losses', () => {
  const plan = getPlan('s05');
  const result = computeDemoDay(world, plan, FIRST_DAY + 17);
  const inverters = days(1, 4).map((k) => `s05-inv-${k}`);
  const stopped = inverters.map((id) => truthOf('s05', id, result).lostKwh.get('GT15') ?? new Float64Array(144));
  // Above the export limit nothing could have been sold at all.
  const sellable = Float64Array.from({ length: 144 }, (_, i) => Math.min(12_000 / 0.98 / 6, sum(stopped.map((column) => column[i] ?? 0))));
  const [lost, revenue, all] = ['LostCurtailment', 'RevenueLost', 'Lost'].map((name) =>
    sum(inverters.flatMap((id) => [...result.derived(id, `ActiveEnergy||${name}`)])),
  );
  expect(sum(sellable)).toBeGreaterThan(0);
  expect(sliceOf(result, 's05-ppc-1', '1702')?.eventType).toBe('Curtailment');
  expect(all).toBeCloseTo(lost ?? 0, 6);
  expect(revenue).toBeLessThan(0);
  const line = { id: 'GT15', what: 'lost [kWh]', truth: sum(sellable), found: lost ?? 0, tolerance: 0.03 };
  expect(table.compare(line)).toBeLessThan(0.03);
});

describe('a pyranometer', () => {
  test('that is stuck is found by its flat line and replaced by others', () => {
    const { values, flags, methods } = computeDemoDay(world, getPlan('s11'), FIRST_DAY + 60).validated('s11-poa-1', 'IrradiancePOA');
    const stuck = days(54, 101);
    const seen = QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.MISSING;
    const caught = stuck.filter((i) => ((flags[i] ?? 0) & seen) !== 0 && values[i] !== 742).length;
    const replacements = ['weatherStationPrimary', 'weatherStationSecondary', 'consensusAverage', 'satelliteWeatherStation'] as const;
    expect(stuck.every((i) => replacements.some((name) => QUALITY_METHODS[name].number === methods[i]))).toBe(true);
    expect(table.compare({ id: 'GT34', what: 'intervals replaced', truth: stuck.length, found: caught, tolerance: 0 })).toBe(0);
  });

  test('with spikes is brighter than the sky five times, and never else', () => {
    const { values, flags } = computeDemoDay(world, getPlan('s03'), FIRST_DAY + 100).validated('s03-ws-1', 'IrradiancePOA');
    const spikes = [...flags.keys()].filter((i) => ((flags[i] ?? 0) & QUALITY_FLAGS.CLEARSKY_HIGH) !== 0);
    expect(spikes).toEqual([61, 68, 75, 82, 89]);
    expect(spikes.every((i) => (values[i] ?? 0) < 1000)).toBe(true);
    expect(table.compare({ id: 'GT35', what: 'spikes', truth: 5, found: spikes.length, tolerance: 0 })).toBe(0);
  });

  test('a user does not believe is marked and estimated by the next source', () => {
    const inputs = demoInputs(world, getPlan('s01'), FIRST_DAY + 40);
    const fromMs = localInstant('s01', 40, 10);
    const signals = new Map(inputs.signals);
    signals.set(
      's01-poa-1',
      (inputs.signals.get('s01-poa-1') ?? []).map((signal) => ({
        ...signal,
        manualInvalid: Uint8Array.from(signal.raw, (_, i) => {
          const startMs = inputs.grid.startMs + i * inputs.grid.stepMs;
          return startMs >= fromMs && startMs < fromMs + 2 * HOUR_MS ? 1 : 0;
        }),
      })),
    );
    const result = computeDemoDay(world, getPlan('s01'), FIRST_DAY + 40, { inputs: { ...inputs, signals } });
    const { flags, methods, values } = result.validated('s01-poa-1', 'IrradiancePOA');
    const marked = [...flags.keys()].filter((i) => ((flags[i] ?? 0) & QUALITY_FLAGS.MANUAL_INVALID) !== 0);
    expect(marked).toEqual(days(60, 71));
    expect(marked.every((i) => methods[i] === QUALITY_METHODS.consensusAverage.number && !Number.isNaN(values[i]))).toBe(true);
    expect(table.compare({ id: 'GT36', what: 'intervals', truth: 12, found: marked.length, tolerance: 0 })).toBe(0);
  });
});
