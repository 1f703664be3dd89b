import { describe, expect, test } from 'vitest';
import { findAttribute } from '../../devices/attributes.ts';
import { electricalWarning } from '../../losses/electrical-warning.ts';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { missingReason, siteViewSums } from '../availability/view-sums.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import { computeSmallPlant, deviceOf, instantOf, lightAt, type Reading } from '../testing/small-plant.ts';
import { siteWalk } from './walk-sums.ts';

/** Inverters of one kind in the same light: 1,000 kW at 1,000 W/m². */
const inverters = (count: number) => Array.from({ length: count }, (_, k) => deviceOf(`inv-${k + 1}`, 'Inverter'));
const station = deviceOf('ws', 'WeatherStation');
const meter = deviceOf('pcc', 'PCC');
const power: Reading = (i) => lightAt(i) - 1;
const light = { IrradiancePOA: lightAt, AmbientTemperature: () => 20, ModuleTemperature: () => 25 };
const barsOf = (outputs: SiteDayOutputs) =>
  Object.fromEntries((siteWalk(outputs.walk).solar ?? []).map(({ step, energy }) => [step, energy]));
const column = (outputs: SiteDayOutputs, deviceId: string, signalId: string) =>
  outputs.derived.find((each) => each.deviceId === deviceId && each.signalId === signalId)?.values ?? new Float64Array();
const sum = (values: Iterable<number>) => [...values].reduce((all, value) => (Number.isNaN(value) ? all : all + value), 0);

describe('an inverter whose rows are missing from ten to fourteen o’clock', () => {
  const gap = (i: number) => i >= 60 && i < 84;
  const outputs = computeSmallPlant({
    devices: [...inverters(3), station, meter],
    readings: {
      ws: light,
      'inv-1': { ActivePower: power },
      'inv-2': { ActivePower: power },
      'inv-3': { ActivePower: (i) => (gap(i) ? Number.NaN : power(i)) },
      pcc: { ActivePower: (i) => 3 * power(i) },
    },
    rawEvents: [{ id: 'stop', deviceId: 'inv-3', code: '7', startMs: instantOf(80), endMs: instantOf(86), source: 'Scada' }],
  });
  const bars = barsOf(outputs);

  test('loses nothing on the way to the meter, which read all of it', () => {
    expect(Math.abs(bars.electrical ?? Number.NaN)).toBeLessThan(0.001 * (bars.gross ?? 0));
    expect(bars.gross).toBeCloseTo(sum(Array.from({ length: 144 }, (_, i) => (3 * Math.max(0, power(i))) / 6)), 0);
  });

  test('has what was expected and not read as a bar of its own, less what the meter shows', () => {
    const silent = sum(Array.from({ length: 24 }, (_, k) => power(60 + k) / 6));
    const expected = sum(column(outputs, 'inv-3', 'ActiveEnergy||Expected').subarray(60, 84));
    expect(bars.noData).toBeCloseTo(Math.min(expected, silent) - expected, 0);
  });

  test('has no loss where nothing is known, not a loss of nothing', () => {
    for (const name of ['Lost', 'LostDowntime', 'LostUnknown', 'LostSnow', 'LostResidual', 'LostContractual', 'RevenueLost'])
      expect([...column(outputs, 'inv-3', `ActiveEnergy||${name}`).subarray(60, 84)].every(Number.isNaN)).toBe(true);
    expect([...column(outputs, 'inv-3', 'ActiveEnergy||Lost').subarray(0, 60)].some(Number.isNaN)).toBe(false);
  });

  test('has events that say how many intervals they leave out', () => {
    const ofDevice = outputs.losses.filter(({ deviceId }) => deviceId === 'inv-3');
    const stop = ofDevice.find(({ startMs }) => startMs >= instantOf(80));
    expect(stop?.energy).toBeGreaterThanOrEqual(0);
    const silence = ofDevice.find(({ startMs }) => startMs === instantOf(60));
    expect(silence).toMatchObject({ energy: Number.NaN, revenue: Number.NaN });
    expect((silence?.leftOut ?? 0) + (stop?.leftOut ?? 0)).toBe(24);
  });
});

describe('a stop of four hours that has a price for two and a half of them', () => {
  const isStopped = (i: number) => i >= 60 && i < 84;
  const isPriced = (i: number) => i < 65 || i >= 74;
  const stopped = (price: Reading) =>
    computeSmallPlant({
      devices: [deviceOf('small', 'Site'), ...inverters(3), station],
      site: { id: 'small', tariffs: [] },
      readings: {
        small: { Price: price },
        ws: light,
        'inv-1': { ActivePower: power },
        'inv-2': { ActivePower: power },
        'inv-3': { ActivePower: (i) => (isStopped(i) ? 0 : power(i)) },
      },
      rawEvents: [{ id: 'stop', deviceId: 'inv-3', code: '7', startMs: instantOf(60), endMs: instantOf(84), source: 'Scada' }],
    });
  const eventOf = (outputs: SiteDayOutputs) => outputs.losses.find((loss) => loss.deviceId === 'inv-3' && loss.startMs === instantOf(60));

  test('costs what the priced part costs, as the signal says it, and counts the rest', () => {
    const outputs = stopped((i) => (isPriced(i) ? 40 + (i % 7) : Number.NaN));
    const bySignal = [...column(outputs, 'inv-3', 'ActiveEnergy||RevenueLost').subarray(60, 84)];
    expect(bySignal.filter(Number.isNaN)).toHaveLength(9);
    expect(eventOf(outputs)?.unpriced).toBe(9);
    expect(eventOf(outputs)?.revenue).toBeGreaterThan(0);
    expect(eventOf(outputs)?.revenue).toBeCloseTo(sum(bySignal), 6);
  });

  test('has no revenue where nothing of it has a price', () => {
    expect(eventOf(stopped(() => Number.NaN))).toMatchObject({ revenue: Number.NaN, unpriced: 24 });
  });
});

describe('a plant that sends power only', () => {
  const outputs = computeSmallPlant({
    devices: inverters(1),
    readings: { 'inv-1': { ActivePower: (i) => (i > 60 && i < 75 ? -1 : power(i)) } },
  });

  test('is neither perfect nor at a loss: nothing is known', () => {
    expect([...column(outputs, 'inv-1', 'ActiveEnergy||Lost')].every((kwh) => !(kwh > 0))).toBe(true);
    const bars = barsOf(outputs);
    expect(bars.expected).toBe(0);
    expect(bars.withoutExpectation).toBeCloseTo(bars.gross ?? Number.NaN, 6);
    expect(bars.unexplained).toBeCloseTo(0, 6);
  });

  test('has no availability, and says why', () => {
    const views = siteViewSums(outputs.availability);
    expect(views.map((view) => view.available + view.unavailable)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(views.map((view) => missingReason(view, views))).toEqual(Array(3).fill(['unmonitored', 'noExpectation']).flat());
    const shown = outputs.derived.filter(({ signalId }) => /^(Time|Production)Availability/.test(signalId));
    for (const { values } of shown) expect([...values].every(Number.isNaN)).toBe(true);
  });
});

test('a meter that only counts is a meter', () => {
  let counted = 0;
  const register = Array.from({ length: 5 * 144 }, (_, k) => {
    counted += (2 * Math.max(0, power(k - 288))) / 6;
    return 1000 + counted;
  });
  const outputs = computeSmallPlant({
    devices: [...inverters(2), station, deviceOf('pcc', 'PCC')],
    readings: {
      ws: light,
      'inv-1': { ActivePower: power },
      'inv-2': { ActivePower: (i) => (i >= 60 ? Number.NaN : power(i)) },
      pcc: { ExportCounter: (i) => register[i + 288] ?? Number.NaN },
    },
  });
  const made = sum(Array.from({ length: 144 }, (_, i) => (2 * Math.max(0, power(i))) / 6));
  expect(outputs.walk.connection.atConnection / made).toBeCloseTo(1, 2);
  const site = outputs.validated.find(({ deviceId, apCode }) => deviceId === 'site' && apCode === 'ActiveEnergy');
  expect(sum(site?.values ?? []) / made).toBeCloseTo(1, 2);
});

describe('a site without a main meter is the sum of its devices, nothing taken off', () => {
  const site = (more: Readonly<Record<string, Readonly<Record<string, Reading>>>>, meters: readonly string[]) =>
    computeSmallPlant({
      devices: [...inverters(2), station, ...meters.map((id) => deviceOf(id, 'Meter'))],
      readings: { ws: light, 'inv-1': { ActivePower: power }, 'inv-2': { ActivePower: power }, ...more },
    });
  const made = sum(Array.from({ length: 144 }, (_, i) => (2 * power(i)) / 6));

  test.each([
    ['no meter at all', site({}, [])],
    [
      'two meters of a half each, of which none is the main one',
      site({ m1: { ActivePower: power }, m2: { ActivePower: power } }, ['m1', 'm2']),
    ],
  ])('%s', (_, outputs) => {
    expect(outputs.walk.connection.atConnection).toBeCloseTo(made, 6);
    expect(outputs.walk.agreement).toMatchObject({ metered: 0, summed: 144 });
    const energy = outputs.validated.find(({ deviceId, apCode }) => deviceId === 'site' && apCode === 'ActiveEnergy');
    expect(sum(energy?.values ?? [])).toBeCloseTo(made, 6);
    expect(energy?.flags.every((flags) => (flags & QUALITY_FLAGS.FALLBACK_SIGNAL) !== 0)).toBe(true);
  });

  test('as the assumed collection loss is none', () => {
    expect(findAttribute('collectionLoss')?.assumed).toBe(0);
  });
});

test('a plant meter beside four of its inverters is named as a meter of something else, not as a loss', () => {
  const outputs = computeSmallPlant({
    devices: [...inverters(4), station, meter],
    readings: {
      ws: light,
      ...Object.fromEntries([1, 2, 3, 4].map((k) => [`inv-${k}`, { ActivePower: power }])),
      pcc: { ActivePower: (i) => 148 * power(i) },
    },
  });
  const { gross, electrical } = barsOf(outputs);
  const { agreement } = outputs.walk;
  const warning = electricalWarning({ electrical: electrical ?? Number.NaN, gross: gross ?? Number.NaN, ...(agreement && { agreement }) });
  expect(warning).toMatchObject({ reason: 'otherScope' });
  expect(warning?.share).toBeCloseTo(36, 0);
});
