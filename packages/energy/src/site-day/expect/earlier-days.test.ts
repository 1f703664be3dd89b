import { describe, expect, test } from 'vitest';
import type { SiteDayEvidence } from '../learn/evidence.ts';
import { learnSite } from '../learn-site.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import { computeSmallDay, derivedColumn, type Reading, SMALL_SITE_DAY, smallDevice, smallSite, sunnyShare } from '../testing/small-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const isStop = (t: number) => Math.floor(t / DAY) === SMALL_SITE_DAY && (t / HOUR) % 24 >= 8 && (t / HOUR) % 24 < 16;
/** Clear and cloudy days: from 0.6 to 1. */
const cloudiness = (t: number) => 0.8 + 0.2 * Math.sin(Math.floor(t / DAY) * 2.4);
const sum = (values: Float64Array) => values.reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0);

/** The last day of three weeks of a site with nothing but the power of its inverters. */
function lastDay(powers: readonly Reading[], stepMinutes = 10): { outputs: SiteDayOutputs; earlier: SiteDayOutputs } {
  const site = smallSite(powers.map((_, k) => smallDevice(`i${k}`, 'Inverter')));
  const readings = Object.fromEntries(powers.map((ActivePower, k) => [`i${k}`, { ActivePower }]));
  const evidence: SiteDayEvidence[] = [];
  const outputs: SiteDayOutputs[] = [];
  for (let day = SMALL_SITE_DAY - 20; day <= SMALL_SITE_DAY; day++) {
    const computed = computeSmallDay(site, { readings, day, stepMinutes, memory: learnSite(site, day, evidence) });
    outputs.push(computed);
    evidence.push(computed.evidence);
  }
  const [last, earlier] = [outputs.at(-1), outputs.at(-2)];
  if (!last || !earlier) throw new RangeError('there are days');
  return { outputs: last, earlier };
}

const stops =
  (scale: number): Reading =>
  (t) =>
    isStop(t) ? 0 : 100 * scale * cloudiness(t) * sunnyShare(t);

describe('a whole PV site that stands by day, without irradiance', () => {
  test.each([5, 10, 15, 60])('of one inverter is found by its earlier days at the same sun, at %i min', (stepMinutes) => {
    const { outputs, earlier } = lastDay([stops(1)], stepMinutes);
    expect(earlier.detected).toEqual([]);
    expect(outputs.detected).toMatchObject([{ deviceId: 'i0', code: 'SYS-ZERO-SUN', isLowConfidence: true }]);
    const [found] = outputs.detected;
    expect(((found?.endMs ?? 0) - (found?.startMs ?? 0)) / HOUR).toBeCloseTo(8, 6);
    // Mean of what the days before made in those hours.
    const lost = sum(derivedColumn(outputs, 'i0', 'ActiveEnergy||LostDowntime'));
    let made = 0;
    for (let day = SMALL_SITE_DAY - 14; day < SMALL_SITE_DAY; day++) {
      for (let t = day * DAY + 8 * HOUR; t < day * DAY + 16 * HOUR; t += 600_000) made += (100 * cloudiness(t) * sunnyShare(t)) / 6 / 14;
    }
    expect(Math.abs(lost / made - 1)).toBeLessThan(0.05);
  });

  test('of several inverters is found for each of them', () => {
    const { outputs } = lastDay([stops(1), stops(0.95), stops(0.9)]);
    expect(outputs.detected.map(({ deviceId, code, isLowConfidence }) => [deviceId, code, isLowConfidence])).toEqual(
      ['i0', 'i1', 'i2'].map((id) => [id, 'SYS-ZERO-SUN', true]),
    );
  });

  test('is no event where some earlier days made nothing at that sun either', () => {
    const dark: Reading = (t) => (isStop(t) || Math.floor(t / DAY) % 5 === 0 ? 0 : 100 * sunnyShare(t));
    expect(lastDay([dark]).outputs.detected).toEqual([]);
  });

  test('for less than an hour is no event', () => {
    const short: Reading = (t) => (isStop(t) && (t / HOUR) % 24 < 8.8 ? 0 : stops(1)(t - 2 * DAY));
    expect(lastDay([short]).outputs.detected).toEqual([]);
  });
});
