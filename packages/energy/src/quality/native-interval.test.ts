import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { device, DEFAULT_RULES as RULES, signalOf, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const F = QUALITY_FLAGS;
const DAY = 24;

/** A day of hours, all of them asked for. */
function hourly(devices: Parameters<typeof siteOf>[0], elevation = 40) {
  return validateSite(
    siteOf(devices, {
      grid: { startMs: Date.parse('2025-06-21T00:00Z'), stepMs: 3_600_000, count: DAY },
      core: { start: 0, end: DAY },
      sunElevation: new Float64Array(DAY).fill(elevation),
    }),
    RULES,
  );
}

const column = (of: (hour: number) => number) => Float64Array.from({ length: DAY }, (_, hour) => of(hour));

/** Nothing real moves by the same amount every hour. */
const wobble = (hour: number) => 7 * Math.sin(hour * 2.1);

describe('in a plant of hourly values', () => {
  test.each([
    ['WindTurbine', 'ActivePower', (hour: number) => 300 + 20 * hour + wobble(hour)],
    ['WindTurbine', 'NacelleWindSpeed', (hour: number) => 5 + 0.3 * hour],
    ['Inverter', 'ActivePower', (hour: number) => 100 + 30 * hour + wobble(hour)],
    ['WeatherStation', 'IrradiancePOA', (hour: number) => 200 + 25 * hour + wobble(hour)],
    ['WeatherStation', 'WindSpeed', (hour: number) => 3 + 0.2 * hour],
  ] as const)('%s %s that changes every hour is not flat', (segmentType, apCode, of) => {
    const raw = column(of);
    const { good, flags } = signalOf(hourly([device('D', segmentType, { [apCode]: raw })]), 'D', apCode);
    expect([...flags].filter((bits) => (bits & F.FLATLINE) !== 0)).toEqual([]);
    expect([...good]).toEqual([...raw]);
  });

  test('three equal values are not flat yet, four are', () => {
    const flat = (length: number) => {
      const raw = column((hour) => (hour >= 8 && hour < 8 + length ? 7.5 : 5 + 0.1 * hour));
      return signalOf(hourly([device('M', 'WindSensor', { WindSpeed: raw })]), 'M', 'WindSpeed').flags.filter(
        (bits) => (bits & F.FLATLINE) !== 0,
      ).length;
    };
    expect([flat(3), flat(4)]).toEqual([0, 4]);
  });

  test('a sensor that is dark for two hours under the sun may be in shade, for three it is not', () => {
    const clearSky = new Float64Array(DAY).fill(800);
    const dark = (length: number) => {
      const raw = column((hour) => (hour >= 8 && hour < 8 + length ? 6 + 0.1 * hour : 500 + 10 * hour));
      const station = device('W', 'WeatherStation', { IrradianceGHI: { raw, clearSky } });
      return signalOf(hourly([station]), 'W', 'IrradianceGHI').flags.filter((bits) => (bits & F.CLEARSKY_LOW) !== 0).length;
    };
    expect([dark(2), dark(3)]).toEqual([0, 3]);
  });

  test('two missing hours are filled by a straight line, three are not', () => {
    const filled = (length: number) => {
      const raw = column((hour) => (hour >= 8 && hour < 8 + length ? Number.NaN : 100 + 30 * hour));
      const { values } = signalOf(hourly([device('T', 'WindTurbine', { ActivePower: raw })]), 'T', 'ActivePower');
      return [...values.slice(8, 8 + length)].map((value) => Math.round(value));
    };
    expect([filled(2), filled(3)]).toEqual([
      [340, 370],
      [Number.NaN, Number.NaN, Number.NaN],
    ]);
  });
});
