import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import type { QualityDevice, ResourcePotential } from './site.ts';
import { device, DEFAULT_RULES as RULES, signalOf, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const F = QUALITY_FLAGS;
const COUNT = 288;
const wander = (i: number) => (Math.sin(i * 0.13) + Math.sin(i * 0.047) + 2) / 4;
const column = (of: (i: number) => number) => Float64Array.from({ length: COUNT }, (_, i) => of(i));
const inSteps = (step: number, value: number) => Math.round(value / step) * step;

function validated(devices: readonly QualityDevice[], apCode = 'ActivePower', id = devices[0]?.id ?? '') {
  const site = siteOf(devices, {
    grid: { startMs: Date.parse('2025-06-20T00:00Z'), stepMs: 600_000, count: COUNT },
    core: { start: 0, end: COUNT },
    sunElevation: new Float64Array(COUNT).fill(40),
  });
  return signalOf(validateSite(site, RULES), id, apCode);
}

const turbine = (id: string, raw: Float64Array, extra: Partial<QualityDevice> = {}): QualityDevice => ({
  ...device(id, 'WindTurbine', { ActivePower: raw }),
  ...extra,
});
const from = (start: number, length: number, level: number, otherwise: (i: number) => number) =>
  column((i) => (i >= start && i < start + length ? level : otherwise(i)));
const marked = (flags: Int32Array, bit: number) => flags.filter((bits) => (bits & bit) !== 0).length;
const potentialOf =
  (of: (i: number) => number): ResourcePotential =>
  (_, { start, end }) =>
    column(of).subarray(start, end);

describe('power that does not move', () => {
  const raw = from(60, 36, 600, (i) => 900 * wander(i));

  test('is held where the wind would have allowed it', () => {
    const { flags, good } = validated([turbine('T', raw, { potential: potentialOf((i) => 600 + 400 * wander(i)) })]);
    expect(marked(flags, F.FLATLINE | F.SUSPECT)).toBe(0);
    expect(good).toEqual(raw);
  });

  test('is stuck where the wind fell away under it', () => {
    const { flags, good } = validated([turbine('T', raw, { potential: potentialOf((i) => (i === 70 || i === 80 ? 470 : 700)) })]);
    expect(marked(flags, F.FLATLINE)).toBe(36);
    expect(good[70]).toBeNaN();
    const once = validated([turbine('T', raw, { potential: potentialOf((i) => (i === 70 ? 470 : 700)) })]);
    expect(marked(once.flags, F.FLATLINE)).toBe(0);
  });

  test('is judged by its peers where nothing measures its resource, those that are down apart', () => {
    const peers = (level: number) =>
      [0.9, 1, 1.1].map((share, k) =>
        turbine(
          `P${k}`,
          column((i) => share * level * (0.9 + 0.2 * wander(i * 3))),
        ),
      );
    const down = turbine(
      'DOWN',
      column((i) => 3 * wander(i)),
    );
    expect(marked(validated([turbine('T', raw), down, ...peers(620)]).flags, F.FLATLINE)).toBe(0);
    expect(marked(validated([turbine('T', raw), down, ...peers(300)]).flags, F.FLATLINE)).toBe(36);
  });

  test('is suspect after four times the time where nothing tells, and stays', () => {
    const alone = (length: number) =>
      validated([
        turbine(
          'T',
          from(60, length, 600, (i) => 900 * wander(i)),
        ),
      ]);
    expect(marked(alone(23).flags, F.FLATLINE | F.SUSPECT)).toBe(0);
    const { flags, good, values } = alone(24);
    expect(marked(flags, F.FLATLINE)).toBe(24);
    expect(marked(flags, F.SUSPECT)).toBe(24);
    expect([good[70], values[70]]).toEqual([600, 600]);
  });

  test('of nothing, or by night of an inverter, needs no wind and no peers', () => {
    const idle = from(60, 60, 0, (i) => 900 * wander(i));
    expect(marked(validated([turbine('T', idle, { capacityAc: Number.NaN })]).flags, F.FLATLINE)).toBe(0);
    const sun = column((i) => (i < 144 ? 40 : -20));
    const overnight = from(100, 80, 500, (i) => 900 * wander(i));
    const site = siteOf([device('INV', 'Inverter', { ActivePower: overnight })], {
      grid: { startMs: Date.parse('2025-06-20T00:00Z'), stepMs: 600_000, count: COUNT },
      core: { start: 0, end: COUNT },
      sunElevation: sun,
    });
    const { flags, good } = signalOf(validateSite(site, RULES), 'INV', 'ActivePower');
    expect(marked(flags, F.FLATLINE)).toBe(80);
    expect(good.slice(100, 180).every(Number.isNaN)).toBe(true);
  });

  test('is not judged by an anemometer that is stuck with it', () => {
    const wind = from(60, 36, 7.4, (i) => 4 + 8 * wander(i));
    const frozen: QualityDevice = {
      ...device('T', 'WindTurbine', { ActivePower: raw, NacelleWindSpeed: wind }),
      potential: (telling) => telling('T', 'NacelleWindSpeed')?.map((speed) => 100 * speed),
    };
    const peers = ['P1', 'P2'].map((id) =>
      turbine(
        id,
        column((i) => 300 + 10 * wander(i * 3)),
      ),
    );
    expect(marked(validated([frozen, ...peers]).flags, F.FLATLINE)).toBe(36);
  });
});

describe('values in coarse steps', () => {
  test('let a turbine rest a step below its rating', () => {
    const raw = column((i) => (i >= 60 && i < 200 ? 1290 : inSteps(10, 1200 * wander(i))));
    const { good } = validated([turbine('T', raw, { capacityAc: 1330, potential: potentialOf((i) => (i % 20 === 0 ? 700 : 1330)) })]);
    expect([...good]).toEqual([...raw]);
  });

  test('as learned from the last week count before those of the window', () => {
    const raw = from(60, 60, 1290, (i) => 1200.123 * wander(i));
    const withStep = (step: number) => {
      const learned = { capacityAc: 1330, potential: potentialOf(() => 500), resolutionOf: () => ({ step, range: 1330 }) };
      return marked(validated([turbine('T', raw, learned)]).flags, F.FLATLINE);
    };
    expect([withStep(10), withStep(0)]).toEqual([0, 60]);
  });

  test('of wind and humidity must rest four times as long to be stuck', () => {
    const mast = (length: number) =>
      validated([device('M', 'WindSensor', { WindSpeed: from(60, length, 7, (i) => inSteps(1, 2 + 20 * wander(i))) })], 'WindSpeed').flags;
    expect([20, 23, 24].map((length) => marked(mast(length).subarray(55, 90), F.FLATLINE) > 0)).toEqual([false, false, true]);
    const fine = validated([device('M', 'WindSensor', { WindSpeed: from(60, 12, 7, (i) => 2 + 20 * wander(i)) })], 'WindSpeed').flags;
    expect(marked(fine.subarray(55, 90), F.FLATLINE)).toBe(12);
  });
});

describe('a single value of power beside its neighbours', () => {
  const smooth = column((i) => 600 + 100 * wander(i));
  const dip = (share: number) => smooth.map((kw, i) => (i === 100 ? share * kw : kw));
  const flagsAt100 = (raw: Float64Array, others: { potential?: ResourcePotential; peers?: QualityDevice[] } = {}) => {
    const { peers = [], ...own } = others;
    const { flags, good, values } = validated([turbine('T', raw, own), ...peers]);
    return { bits: flags[100] ?? 0, good: good[100], value: values[100], marked: marked(flags, F.GRADIENT) };
  };
  const steady = potentialOf((i) => 800 + 90 * wander(i));

  test('is suspect where its potential did not move, and stays', () => {
    const found = flagsAt100(dip(0.6), { potential: steady });
    expect(found).toMatchObject({ bits: F.GRADIENT | F.SUSPECT, good: dip(0.6)[100], value: dip(0.6)[100], marked: 1 });
    expect(flagsAt100(dip(1.4), { potential: steady }).marked).toBe(1);
    expect(flagsAt100(dip(0.8), { potential: steady }).marked).toBe(0);
  });

  test('is a cloud or a lull where its potential moved with it', () => {
    const clouded = potentialOf((i) => (i === 100 ? 0.6 : 1) * (800 + 90 * wander(i)));
    expect(flagsAt100(dip(0.6), { potential: clouded }).marked).toBe(0);
  });

  test('is judged by its peers where nothing measures its resource, and by nothing where there are none', () => {
    const peers = (share: number) =>
      ['P1', 'P2', 'P3'].map((id, k) =>
        turbine(
          id,
          dip(share).map((kw, i) => kw * (0.95 + 0.02 * k + 0.01 * wander(i * 5))),
        ),
      );
    expect(flagsAt100(dip(0.6), { peers: peers(1) }).marked).toBe(1);
    expect(flagsAt100(dip(0.6), { peers: peers(0.6) }).marked).toBe(0);
    expect(flagsAt100(dip(0.6)).marked).toBe(0);
  });

  test('says nothing in weather that its neighbours do not agree about', () => {
    const swinging = potentialOf((i) => (i > 100 ? 1.3 : 1) * (800 + 90 * wander(i)));
    expect(flagsAt100(dip(0.6), { potential: swinging }).marked).toBe(0);
  });
});
