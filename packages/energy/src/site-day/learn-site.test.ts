import { describe, expect, test } from 'vitest';
import type { DeviceEvidence, SiteDayEvidence } from './learn/evidence.ts';
import { fixBaselines, learnSite, NOTHING_OLDER, type OlderKnowledge, type OpenBaseline } from './learn-site.ts';
import type { SiteConfiguration } from './site.ts';

const TODAY = 20_000;
const site = { devices: [{ id: 'inv' }] } as unknown as SiteConfiguration;
const NOTHING: DeviceEvidence = { satellite: new Map(), references: new Map() };

function evidence(day: number, own: Partial<DeviceEvidence>): SiteDayEvidence {
  return { day, rain: 0, devices: new Map([['inv', { ...NOTHING, ...own }]]) };
}

function learned(days: readonly SiteDayEvidence[], { day = TODAY, older = NOTHING_OLDER }: { day?: number; older?: OlderKnowledge } = {}) {
  return learnSite(site, day, days, older).devices.get('inv');
}

describe('the baseline of a device', () => {
  const ratingOn = (day: number, slope: number) => evidence(day, { rating: { pointCount: 10, xx: 1000, xy: 1000 * slope } });
  const rated = Array.from({ length: 60 }, (_, i) => ratingOn(TODAY - 60 + i, i < 40 ? 0.9 : 0.5));
  const first = TODAY - 60;
  const last = TODAY - 21;
  const open = (older: OpenBaseline): OlderKnowledge => ({
    ...NOTHING_OLDER,
    baselines: new Map([['inv', older]]),
  });

  test('is its rating on the days of the period, those before the evidence among them', () => {
    const baseline = learned(rated, { older: open({ first, last, other: [] }) })?.baseline;
    expect(baseline).toMatchObject({ first, last, pointCount: 400 });
    expect(baseline?.slope).toBeCloseTo(0.9, 12);
    const earlier = Array.from({ length: 40 }, () => ({ pointCount: 10, xx: 1000, xy: 800 }));
    expect(learned(rated, { older: open({ first: first - 40, last, other: earlier }) })?.baseline?.slope).toBeCloseTo(0.85, 12);
  });

  test('applies to no device on days of the period, and does not exist where none is configured', () => {
    expect(learned(rated, { day: last, older: open({ first, last, other: [] }) })?.baseline).toBeUndefined();
    expect(learned(rated, { day: last + 1, older: open({ first, last, other: [] }) })?.baseline).toBeDefined();
    expect(learned(rated)?.baseline).toBeUndefined();
  });

  test('stays what was fixed, whatever its period shows now', () => {
    const fixed = { first, last, slope: 0.97, pointCount: 5 };
    expect(learned(rated, { older: { ...NOTHING_OLDER, baselines: new Map([['inv', fixed]]) } })?.baseline).toBe(fixed);
  });

  test('is fixed as none where the period has too little', () => {
    const baseline = learned(rated.slice(0, 20), { older: open({ first, last, other: [] }) })?.baseline;
    expect(baseline).toEqual({ first, last, slope: Number.NaN, pointCount: 200 });
  });

  test('is fixed once for all days of a batch, in whatever order they were computed', () => {
    const knowledge = open({ first, last, other: [] });
    const fixed = fixBaselines(knowledge, [...rated].reverse());
    expect(fixed.get('inv')).toEqual(learned(rated, { older: knowledge })?.baseline);
    expect(fixBaselines({ ...NOTHING_OLDER, baselines: fixed }, rated).size).toBe(0);
  });
});

test('the line to a reference device is that of the last thirty days', () => {
  const linesOn = (day: number, slope: number) => {
    const line = { count: 10, meanX: 5, meanY: 5 * slope, xx: 100, xy: 100 * slope, yy: 100 * slope * slope };
    return evidence(day, { lines: new Map([['AmbientTemperature', new Map([['other', line]])]]) });
  };
  const days = Array.from({ length: 40 }, (_, i) => linesOn(TODAY - 40 + i, i < 10 ? 9 : 0.5));
  const lines = (from: number) => learned(days.slice(from))?.signals.get('AmbientTemperature')?.referenceLines;
  expect(lines(0)?.get('other')?.slope).toBeCloseTo(0.5, 12);
  expect(lines(30)?.get('other')).toBeUndefined();
});

test('values of earlier days are at hand for thirty days', () => {
  const onDay = (day: number) => evidence(day, { histories: new Map([['Humidity', { startMs: day, values: Float64Array.of(day) }]]) });
  const histories = learned(Array.from({ length: 40 }, (_, i) => onDay(TODAY - 40 + i)))?.signals.get('Humidity')?.histories;
  expect([histories?.length, histories?.[0]?.startMs, histories?.at(-1)?.startMs]).toEqual([30, TODAY - 30, TODAY - 1]);
});

describe('the energy of an inverter against the inverters of its plane', () => {
  const plane = { tilt: 20, azimuth: 180, isTracked: false };
  const inverter = (id: string, own: object = {}) => ({
    id,
    segmentType: 'Inverter',
    energySource: 'PV',
    capacityAc: 100,
    ...plane,
    ...own,
  });
  const park = { devices: [inverter('a'), inverter('b'), inverter('c'), inverter('d', { azimuth: 90 })] } as unknown as SiteConfiguration;
  const dayOf = (day: number, energies: Record<string, number>): SiteDayEvidence => ({
    day,
    rain: 0,
    devices: new Map(Object.entries(energies).map(([id, undisturbedEnergy]) => [id, { ...NOTHING, undisturbedEnergy }])),
  });
  const ratiosOf = (days: readonly SiteDayEvidence[]) => learnSite(park, TODAY, days).peerRatios?.();

  test('is the median of the last thirty days without events', () => {
    const days = Array.from({ length: 60 }, (_, i) => dayOf(TODAY - 60 + i, { a: 500, b: 510, c: i < 30 ? 500 : 350, d: 100 }));
    expect([...(ratiosOf(days) ?? [])]).toEqual([
      ['a', 1],
      ['b', 1.02],
      ['c', 0.7],
    ]);
  });

  test('is not known from fewer than five days, or without peers on the same days', () => {
    const four = Array.from({ length: 4 }, (_, i) => dayOf(TODAY - 4 + i, { a: 500, b: 510, c: 350 }));
    expect(ratiosOf(four)?.size).toBe(0);
    const alone = Array.from({ length: 30 }, (_, i) => dayOf(TODAY - 30 + i, { a: 500 }));
    expect(ratiosOf(alone)?.size).toBe(0);
  });
});

test('the resolution of a signal is that of the last seven days', () => {
  const stepsOn = (day: number, step: number) =>
    evidence(day, { steps: new Map([['ActivePower', { step, moves: 30, low: 0, high: 1290 }]]) });
  const days = Array.from({ length: 20 }, (_, i) => stepsOn(TODAY - 20 + i, i < 13 ? 0 : 20));
  const resolution = (day: number) => learnSite(rated, day, days).devices.get('inv')?.resolutionOf?.('ActivePower');
  const rated = { devices: [{ id: 'inv', capacityAc: 1330 }] } as unknown as SiteConfiguration;
  expect(resolution(TODAY)).toEqual({ step: 20, range: 1290 });
  expect(resolution(TODAY - 7)).toEqual({ step: 0, range: 1290 });
  expect(resolution(TODAY - 25)).toBeUndefined();
});
