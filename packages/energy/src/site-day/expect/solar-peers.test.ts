import { describe, expect, test } from 'vitest';
import type { SiteDayEvidence } from '../learn/evidence.ts';
import { learnSite } from '../learn-site.ts';
import {
  computeSmallDay,
  derivedColumn,
  type Readings,
  SMALL_SITE_DAY,
  smallDevice,
  smallSite,
  sunnyShare,
} from '../testing/small-site.ts';

const HOUR = 3_600_000;
const hourOf = (t: number) => (t / HOUR) % 24;
const isOnDay = (t: number) => Math.floor(t / (24 * HOUR)) === SMALL_SITE_DAY;
const sunny = (share: number): Readings => ({ ActivePower: (t) => 100 * share * sunnyShare(t) });
/** Stands from 9 to 15 UTC on the day. */
const down = (share: number): Readings => ({
  ActivePower: (t) => (isOnDay(t) && hourOf(t) >= 9 && hourOf(t) < 15 ? 0 : 100 * share * sunnyShare(t)),
});
const inverters = (count: number) => Array.from({ length: count }, (_, k) => smallDevice(`i${k}`, 'Inverter'));
const sum = (values: Float64Array) => values.reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0);

describe('inverters without a sensor of irradiance', () => {
  test('of which one is down keep the expectation of the healthy ones', () => {
    const outputs = computeSmallDay(smallSite(inverters(3)), { readings: { i0: sunny(1), i1: sunny(0.98), i2: down(1) } });
    const energy = (id: string, calcType: string) => sum(derivedColumn(outputs, id, `ActiveEnergy||${calcType}`));
    const whole = sum(derivedColumn(outputs, 'i0', 'ActiveEnergy||Expected'));
    // The healthy ones expect what the other healthy one makes.
    expect(energy('i0', 'Lost')).toBeLessThan(0.001 * whole);
    expect(Math.abs(energy('i1', 'Expected') / energy('i0', 'Expected') - 1)).toBeLessThan(0.03);
    const noon = derivedColumn(outputs, 'i2', 'ActivePower||Expected')[72 + 12] ?? Number.NaN;
    expect(noon).toBeGreaterThan(75);
    expect(outputs.detected.filter(({ deviceId }) => deviceId === 'i2').map(({ code }) => code)).toEqual(['SYS-ZERO-SUN']);
    expect(outputs.detected.filter(({ deviceId }) => deviceId !== 'i2')).toEqual([]);
    // Six hours around noon of a sine of 80 kW.
    expect(energy('i2', 'LostDowntime')).toBeGreaterThan(380);
    expect(energy('i2', 'LostDowntime')).toBeLessThan(480);
  });

  test('of which seven of eight are down are found by the one that is not, with low confidence', () => {
    const readings = Object.fromEntries(Array.from({ length: 8 }, (_, k) => [`i${k}`, k === 0 ? sunny(1) : down(1)]));
    const outputs = computeSmallDay(smallSite(inverters(8)), { readings });
    const found = outputs.detected.filter(({ code }) => code === 'SYS-ZERO-SUN');
    expect(found.map(({ deviceId }) => deviceId)).toEqual(['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7']);
    expect(found.every(({ isLowConfidence }) => isLowConfidence === true)).toBe(true);
    // Of the one that works nothing is known meanwhile.
    expect(outputs.expectationGaps).toMatchObject([{ deviceId: 'i0', reasons: expect.arrayContaining(['noPeers', 'noIrradiance']) }]);
  });

  test('that all stand have no expectation by day, and no zeros at night that would look like one', () => {
    const dead: Readings = { ActivePower: () => 0 };
    const outputs = computeSmallDay(smallSite(inverters(3)), { readings: { i0: dead, i1: dead, i2: dead } });
    expect(derivedColumn(outputs, 'i0', 'ActivePower||Expected').every(Number.isNaN)).toBe(true);
    expect(outputs.expectationGaps.map(({ deviceId }) => deviceId)).toEqual(['i0', 'i1', 'i2']);
  });

  test('of which one has fewer modules are found healthy once their days have shown it', () => {
    const site = smallSite(inverters(3));
    const readings = { i0: sunny(1), i1: sunny(0.99), i2: sunny(0.7) };
    const evidence: SiteDayEvidence[] = [];
    let outputs = computeSmallDay(site, { readings });
    const shareLost = (id: string) =>
      sum(derivedColumn(outputs, id, 'ActiveEnergy||LostResidual')) / sum(derivedColumn(outputs, id, 'ActiveEnergy||Expected'));
    expect(shareLost('i2')).toBeGreaterThan(0.25);
    for (let day = SMALL_SITE_DAY - 15; day <= SMALL_SITE_DAY; day++) {
      outputs = computeSmallDay(site, { readings, day, memory: learnSite(site, day, evidence) });
      expect(outputs.detected).toEqual([]);
      evidence.push(outputs.evidence);
    }
    for (const id of ['i0', 'i1', 'i2']) expect(Math.abs(shareLost(id))).toBeLessThan(0.02);
  });

  test('are compared with those on their own plane only', () => {
    const east = { tilt: 20, azimuth: 90, plane: { kind: 'fixed', tilt: 20, azimuth: 90 } } as const;
    const west = { tilt: 20, azimuth: 270, plane: { kind: 'fixed', tilt: 20, azimuth: 270 } } as const;
    const devices = inverters(4).map((device, k) => ({ ...device, ...(k < 2 ? east : west) }));
    const early: Readings = { ActivePower: (t) => 100 * sunnyShare(t + 2 * HOUR) };
    const late: Readings = { ActivePower: (t) => 100 * sunnyShare(t - 2 * HOUR) };
    const outputs = computeSmallDay(smallSite(devices), { readings: { i0: early, i1: early, i2: late, i3: late } });
    for (const id of ['i0', 'i2']) {
      const ratio = sum(derivedColumn(outputs, id, 'ActiveEnergy||Lost')) / sum(derivedColumn(outputs, id, 'ActiveEnergy||Expected'));
      expect(ratio).toBeLessThan(0.001);
    }
  });
});
