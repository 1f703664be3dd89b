import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { clearSkyModel } from '../pv/clear-sky-model.ts';
import { DAY_MS } from '../time/zone.ts';
import { nightStandby } from './night-standby.ts';

const inverters = referenceData('pv_inverters_solardatatools');
const STEP_MS = 5 * 60_000;
const HALF_HOUR = 6;
/** Neither place is published: noon of the energy tells the longitude, the latitude is that of California. */
const LATITUDE = 37;
const PACIFIC_MS = -8 * 3_600_000;

describe.skipIf(inverters.isAbsent)(`inverters whose loggers write no row at night${inverters.note}`, () => {
  function silences(file: string, longitude: number): { nights: number; lostHours: number[] } {
    const timesMs = inverters
      .table(file)
      .texts('ts')
      .map((stamp) => Date.parse(`${stamp.replace(' ', 'T')}Z`));
    const startMs = Math.floor((Math.min(...timesMs) + PACIFIC_MS) / DAY_MS) * DAY_MS - PACIFIC_MS;
    const count = Math.ceil((Math.max(...timesMs) - startMs) / STEP_MS) + 1;
    const silent = new Uint8Array(count).fill(1);
    for (const timeMs of timesMs) silent[Math.floor((timeMs - startMs) / STEP_MS)] = 0;
    const startsMs = Float64Array.from({ length: count }, (_, i) => startMs + i * STEP_MS);
    const { sun, partsPerInterval } = clearSkyModel({
      startsMs,
      stepMs: STEP_MS,
      location: { latitude: LATITUDE, longitude, altitude: 0 },
    });
    const sunElevation = startsMs.map((_, i) => 90 - (sun.apparentZenith[i * partsPerInterval] ?? Number.NaN));
    const standby = nightStandby({ silent, sunElevation, perDay: DAY_MS / STEP_MS, stepMs: STEP_MS });
    const lost = silent.map((flag, i) => (flag === 1 && standby[i] !== 1 ? 1 : 0));
    return { nights: runsOf(standby).filter((length) => length > 60).length, lostHours: runsOf(lost).map((length) => length / 12) };
  }

  function runsOf(flags: Uint8Array): number[] {
    return [...flags]
      .join('')
      .split('0')
      .map(({ length }) => length)
      .filter((length) => length >= HALF_HOUR);
  }

  test('lose communication three times in seven months, not every night', () => {
    const { nights, lostHours } = silences('ZT162185000441C1203.csv.gz', -121);
    expect(nights).toBeGreaterThan(200);
    expect(lostHours).toHaveLength(3);
  });

  test('lose it for the whole length of a hole of nine months', () => {
    const { lostHours } = silences('TAEFC1044741.csv.gz', -126.4);
    expect(lostHours).toHaveLength(2);
    expect(Math.max(...lostHours)).toBeGreaterThan(6_570);
    expect(Math.max(...lostHours)).toBeLessThan(6_600);
  });
});
