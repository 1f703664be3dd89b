import type { ReportedSignal } from '@solvane/energy/site-day/inputs';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, demoInputs } from './demo-day.ts';

const world = testWorld();
const DAY = FIRST_DAY + 150;

function dayOf(
  siteId: string,
  change: (device: SiteDevice) => SiteDevice,
  report?: (id: string, signals: readonly ReportedSignal[]) => ReportedSignal[],
) {
  const plan = getPlan(siteId);
  const base = demoConfiguration(plan);
  const inputs = demoInputs(world, plan, DAY);
  const signals = report ? new Map([...inputs.signals].map(([id, reported]) => [id, report(id, reported)])) : inputs.signals;
  return computeDemoDay(world, plan, DAY, { site: { ...base, devices: base.devices.map(change) }, inputs: { ...inputs, signals } });
}

test('thin air takes power from a turbine that stalls, and asks more wind of one that pitches', () => {
  const pitched = dayOf('s06', (device) => device);
  const stalled = dayOf('s06', (device) => (device.segmentType === 'WindTurbine' ? { ...device, isStallRegulated: true } : device));
  const density = stalled.derived('s06-wt-1', 'AirDensity||Calculated');
  const [atReference, expected] = [
    stalled.derived('s06-wt-1', 'ActivePower||Theoretical'),
    stalled.derived('s06-wt-1', 'ActivePower||Expected'),
  ];
  const method = stalled.derived('s06-wt-1', 'ActivePower||ExpectedMethod');
  const byOwnWind = [...method.keys()].filter((i) => method[i] === 12 && (atReference[i] ?? 0) > 100);
  expect(byOwnWind.length).toBeGreaterThan(10);
  for (const i of byOwnWind) expect((expected[i] ?? 0) / (atReference[i] ?? 1)).toBeCloseTo((density[i] ?? Number.NaN) / 1.225, 9);
  const ofPitched = pitched.derived('s06-wt-1', 'ActivePower||Theoretical');
  expect(Math.min(...ofPitched)).toBeGreaterThanOrEqual(0);
  for (const i of byOwnWind) expect(ofPitched[i]).toBeCloseTo(atReference[i] ?? Number.NaN, 9);
  expect(byOwnWind.some((i) => Math.abs((pitched.derived('s06-wt-1', 'ActivePower||Expected')[i] ?? 0) - (expected[i] ?? 0)) > 1)).toBe(
    true,
  );
});

test('power that is sampled at the start of an interval is joined to the next sample', () => {
  const { validated } = dayOf('s01', (device) => (device.id === 's01-inv-1' ? { ...device, isSampled: true } : device));
  const noon = 72;
  const power = validated('s01-inv-1', 'ActivePower').values;
  const energy = validated('s01-inv-1', 'ActiveEnergy').values;
  const joined = ((power[noon] ?? Number.NaN) + (power[noon + 1] ?? Number.NaN)) / 2 / 6;
  // A register knows better, where there is one.
  const isRegistered = demoInputs(world, getPlan('s01'), DAY)
    .signals.get('s01-inv-1')
    ?.some(({ apCode }) => apCode === 'ExportCounter');
  expect(isRegistered).toBe(false);
  expect(energy[noon]).toBeCloseTo(joined, 9);
  expect(validated('s01-inv-2', 'ActiveEnergy').values[noon]).toBeCloseTo((validated('s01-inv-2', 'ActivePower').values[noon] ?? 0) / 6, 9);
});

test('a battery whose management is silent for hours is counted from its power, or told from its stored energy', () => {
  const silence = { from: 2 * 144 + 60, to: 2 * 144 + 90 };
  const during = silence.from - 2 * 144 + 20;
  const without = (apCode: string) => (_: string, signals: readonly ReportedSignal[]) =>
    signals.map((signal) =>
      signal.apCode === apCode
        ? { ...signal, raw: signal.raw.map((value, i) => (i >= silence.from && i < silence.to ? Number.NaN : value)) }
        : signal,
    );
  const complete = dayOf('s09', (device) => device);
  const counted = dayOf('s09', (device) => device, without('StateOfCharge'));
  const truth = complete.derived('s09', 'StateOfCharge||Calculated')[during] ?? Number.NaN;
  expect(Math.abs((counted.derived('s09', 'StateOfCharge||Calculated')[during] ?? Number.NaN) - truth)).toBeLessThan(3);

  const sinceYesterday = dayOf(
    's09',
    (device) => device,
    (_, signals) =>
      signals.map((signal) =>
        signal.apCode === 'StateOfCharge'
          ? { ...signal, raw: signal.raw.map((value, i) => (i >= 144 + 90 && i < silence.to ? Number.NaN : value)) }
          : signal,
      ),
  );
  const early = 6;
  const earlyTruth = complete.derived('s09', 'StateOfCharge||Calculated')[early] ?? Number.NaN;
  expect(Math.abs((sinceYesterday.derived('s09', 'StateOfCharge||Calculated')[early] ?? Number.NaN) - earlyTruth)).toBeLessThan(5);

  // Neither capacity nor losses can be measured by what takes both for granted.
  const measuredBy = ({ outputs }: typeof counted) => [...outputs.evidence.devices].flatMap(([, { capacities = [] }]) => capacities);
  const silent = dayOf(
    's09',
    (device) => device,
    (_, signals) =>
      signals.map((signal) =>
        signal.apCode === 'StateOfCharge'
          ? { ...signal, raw: signal.raw.map((value, i) => (i < 2 * 144 + 2 ? value : Number.NaN)) }
          : signal,
      ),
  );
  expect([measuredBy(complete).length > 0, measuredBy(silent)]).toEqual([true, []]);

  const stored = dayOf(
    's09',
    (device) => device,
    (_, signals) =>
      signals.flatMap((signal): ReportedSignal[] => {
        if (signal.apCode !== 'StateOfCharge') return [signal];
        const usable = signals.find(({ apCode }) => apCode === 'UsableEnergyCapacity')?.raw;
        return usable ? [{ apCode: 'StoredEnergy', raw: signal.raw.map((percent, i) => (percent / 100) * (usable[i] ?? Number.NaN)) }] : [];
      }),
  );
  expect(stored.derived('s09', 'StateOfCharge||Calculated')[during]).toBeCloseTo(truth, 6);
});

describe('light in the plane of the modules', () => {
  const withoutLight = (isGone: (apCode: string) => boolean) => {
    const plan = getPlan('s01');
    const inputs = demoInputs(world, plan, DAY);
    const signals = new Map([...inputs.signals].map(([id, reported]) => [id, reported.filter(({ apCode }) => !isGone(apCode))]));
    const { satellite: _, externalWeather: __, ...rest } = inputs;
    const site = demoConfiguration(plan);
    const devices = site.devices.map(({ irradianceSensorId: ___, ...device }) => device);
    return computeDemoDay(world, plan, DAY, { site: { ...site, devices }, inputs: { ...rest, signals } });
  };
  const total = (column: Float64Array) => column.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
  const expectedOf = (result: ReturnType<typeof withoutLight>) => total(result.derived('s01-inv-1', 'ActiveEnergy||Expected'));

  test('follows from the horizontal light where nothing measures it', () => {
    const measured = withoutLight(() => false);
    const modelled = withoutLight((apCode) => apCode === 'IrradiancePOA');
    expect(Math.abs(expectedOf(modelled) / expectedOf(measured) - 1)).toBeLessThan(0.08);
    expect(total(modelled.derived('s01', 'InsolationPOA||Calculated'))).toBeGreaterThan(1);
    // What rests on a model teaches nothing about the modules.
    const learned = ({ outputs }: typeof modelled) => outputs.evidence.devices.get('s01-inv-1')?.yield?.intervals ?? 0;
    expect([learned(modelled), learned(measured) > 10]).toEqual([0, true]);
  });

  test('follows from a pyranometer elsewhere on the site while the sensor in the plane is dead', () => {
    const plan = getPlan('s01');
    const inputs = demoInputs(world, plan, DAY);
    const { satellite: _, externalWeather: __, ...rest } = inputs;
    const dead = (signal: ReportedSignal) =>
      signal.apCode === 'IrradiancePOA' ? { ...signal, raw: signal.raw.map(() => Number.NaN) } : signal;
    const signals = new Map([...inputs.signals].map(([id, reported]) => [id, reported.map(dead)]));
    const base = demoConfiguration(plan);
    const devices = base.devices.map(({ primaryWeatherStationId: ___, secondaryWeatherStationId: ____, ...device }) => device);
    const result = computeDemoDay(world, plan, DAY, { site: { ...base, devices }, inputs: { ...rest, signals } });
    expect(Math.abs(expectedOf(result) / expectedOf(withoutLight(() => false)) - 1)).toBeLessThan(0.12);
  });

  test('is not known where no light is measured at all', () => {
    const dark = withoutLight((apCode) => apCode.startsWith('Irradiance'));
    expect(dark.derived('s01-inv-1', 'ActivePower||Theoretical').every(Number.isNaN)).toBe(true);
  });
});

test('an inverter of unknown rating is clipped where its day has a flat top', () => {
  const plan = getPlan('s01');
  const inputs = demoInputs(world, plan, DAY);
  const LIMIT = 400;
  const cut = (signal: ReportedSignal): ReportedSignal =>
    signal.apCode === 'ActivePower' ? { ...signal, raw: signal.raw.map((kw) => Math.min(LIMIT, kw)) } : signal;
  const signals = new Map([...inputs.signals].map(([id, reported]) => [id, id === 's01-inv-1' ? reported.map(cut) : reported]));
  const base = demoConfiguration(plan);
  const devices = base.devices.map((device) => (device.id === 's01-inv-1' ? { ...device, capacityAc: Number.NaN } : device));
  const { derived, validated } = computeDemoDay(world, plan, DAY, { site: { ...base, devices }, inputs: { ...inputs, signals } });
  const flags = derived('s01-inv-1', 'ClippingFlag||Calculated');
  const power = validated('s01-inv-1', 'ActivePower').values;
  const atLimit = [...power.keys()].filter((i) => power[i] === LIMIT);
  expect(atLimit.length).toBeGreaterThan(5);
  expect([...flags.keys()].filter((i) => flags[i] === 1)).toEqual(atLimit);
});
