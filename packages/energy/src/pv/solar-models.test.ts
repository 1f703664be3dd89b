import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { capacityRegression, ratedCapacity, reportingConditions } from './capacity-test.ts';
import { faimanTemperature, noctCellTemperature, PVSYST_INSULATED, pvsystCellTemperature } from './cell-temperature-models.ts';
import { clockShifts, lightCentre } from './clock-shift.ts';
import { discDecomposition } from './disc.ts';
import { energyLevels } from './level-shift.ts';
import { perezPlaneIrradiance } from './perez.ts';
import { performanceLossRate } from './performance-loss-rate.ts';
import { physicalIncidenceModifier } from './reflection.ts';
import { sunTimes } from './sun-times.ts';
import { isotropicPlaneIrradiance } from './transposition.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;
const HOUR_MS = 3_600_000;

describe('light on a tilted plane', () => {
  const winterMorning = {
    sun: { apparentZenith: column(73.710584), azimuth: column(139.698931) },
    irradiance: { ghi: column(263.049813), dni: column(797.365128), dhi: column(39.397343) },
    extraterrestrial: column(1413.996473),
    plane: { tilt: 40, azimuth: 180 },
  };

  test('by an even sky and by Perez', () => {
    expect(differences(isotropicPlaneIrradiance(winterMorning).total, [587.468356], printed(1))).toEqual([]);
    expect(differences(perezPlaneIrradiance(winterMorning).total, [616.106965], printed(1))).toEqual([]);
  });

  test('is the sum of its parts, and missing where a part is', () => {
    const parts = perezPlaneIrradiance(winterMorning);
    const sum = [parts.beam, parts.isotropic, parts.circumsolar, parts.horizon, parts.ground].reduce(
      (total, part) => total + (part[0] ?? _),
      0,
    );
    expect(differences(parts.total, [sum])).toEqual([]);
    const missing = { ...winterMorning, irradiance: { ...winterMorning.irradiance, dhi: column(_) } };
    expect(perezPlaneIrradiance(missing).total[0]).toBeNaN();
    expect(isotropicPlaneIrradiance(missing).total[0]).toBeNaN();
  });

  test('has no sky without diffuse light', () => {
    const dark = { ...winterMorning, irradiance: { ghi: column(0), dni: column(0), dhi: column(0) } };
    expect(perezPlaneIrradiance(dark).total[0]).toBe(0);
  });
});

describe('direct light from global light by DISC', () => {
  test('agrees with its reference under a hazy and a brighter sky', () => {
    const found = discDecomposition({
      ghi: column(144.677397),
      zenith: column(73.753336),
      extraterrestrial: column(1413.996473),
      pressure: 811.97911664,
    });
    expect(differences(found.dni, [98.279037], printed(1))).toEqual([]);
    expect(differences(found.dhi, [144.677397 - 98.279037 * Math.cos((73.753336 * Math.PI) / 180)], printed(1))).toEqual([]);
  });

  test('has none near the horizon and stays missing where the light is', () => {
    const found = discDecomposition({ ghi: column(20, _), zenith: column(88, 40), extraterrestrial: column(1400, 1400) });
    expect(found.dni).toEqual(column(0, _));
    expect(found.dhi).toEqual(column(20, _));
  });
});

test('plain glass lets less light in the flatter it falls', () => {
  const modifier = (angle: number) => physicalIncidenceModifier(Math.cos((angle * Math.PI) / 180));
  expect(differences(modifier(46.731805), 0.985586, printed(4))).toEqual([]);
  expect(differences(modifier(0), 1)).toEqual([]);
  expect(modifier(80)).toBeLessThan(modifier(60));
  expect(modifier(95)).toBe(0);
  expect(physicalIncidenceModifier(_)).toBeNaN();
});

describe('cell temperature', () => {
  const weather = { planeIrradiance: column(622.139769, -5, _), ambientTemperature: column(28, 10, 10), windSpeed: column(1, 3, 3) };

  test('by Faiman, PVsyst and the data sheet', () => {
    expect(differences(faimanTemperature(weather), [47.539566, 10, _], printed(3))).toEqual([]);
    expect(differences(pvsystCellTemperature(weather), [45.377007, 10, _], printed(3))).toEqual([]);
    const noct = { ...weather, nominalOperatingTemperature: 45, efficiency: 0.19 };
    expect(differences(noctCellTemperature(noct), [47.07646, 10, _], printed(3))).toEqual([]);
  });

  test('is higher on a roof', () => {
    const insulated = pvsystCellTemperature({ ...weather, heatLoss: PVSYST_INSULATED });
    expect(insulated[0]).toBeGreaterThan(60);
    const rise = (standoff: number) =>
      noctCellTemperature({ ...weather, nominalOperatingTemperature: 45, efficiency: 0.19, standoff })[0] ?? _;
    expect([rise(0.01), rise(0.03), rise(0.05), rise(0.07), rise(0.1)]).toEqual(
      [...[0.01, 0.03, 0.05, 0.07, 0.1].map(rise)].sort((a, b) => b - a),
    );
  });
});

describe('sunrise, solar noon and sunset', () => {
  test('of a summer day on the plains', () => {
    const found = sunTimes(Date.parse('2023-06-21T19:00:00Z'), { latitude: 39.742, longitude: -105.18, altitude: 1829 });
    expect(Math.abs(found.sunriseMs - Date.parse('2023-06-21T11:32:53Z'))).toBeLessThan(30_000);
    expect(Math.abs(found.transitMs - Date.parse('2023-06-21T19:02:33Z'))).toBeLessThan(30_000);
    expect(Math.abs(found.sunsetMs - Date.parse('2023-06-22T02:32:00Z'))).toBeLessThan(30_000);
  });

  test('do not exist in the polar night and under the midnight sun', () => {
    const tromso = { latitude: 69.65, longitude: 18.96, altitude: 0 };
    for (const day of ['2025-12-21', '2025-06-21']) {
      const found = sunTimes(Date.parse(`${day}T11:00:00Z`), tromso);
      expect([found.sunriseMs, found.sunsetMs]).toEqual([_, _]);
      expect(Math.abs(found.transitMs - Date.parse(`${day}T10:45:00Z`))).toBeLessThan(HOUR_MS / 4);
    }
  });
});

describe('performance loss rate', () => {
  const days = Float64Array.from({ length: 1000 }, (__, i) => 20_000 + i);
  const falling = days.map((day) => 0.9 * (1 - (0.012 * (day - 20_000)) / 365));

  test('is the slope relative to the first day', () => {
    const found = performanceLossRate({ days, index: falling });
    expect(differences([found?.rate, found?.error, found?.pointCount], [-1.2, 0, 1000], { absolute: 1e-6 })).toEqual([]);
  });

  test('days of no weight say nothing', () => {
    const index = falling.map((value, i) => (i % 3 === 0 ? 0.1 : value));
    const weights = Float64Array.from(days, (__, i) => (i % 3 === 0 ? 0 : 1 + (i % 5)));
    expect(differences(performanceLossRate({ days, index, weights })?.rate, -1.2 / (1 - (0.012 * 1) / 365), { absolute: 1e-3 })).toEqual(
      [],
    );
    expect(performanceLossRate({ days, index, weights: new Float64Array(1000) })).toBeUndefined();
    expect(performanceLossRate({ days: column(1), index: column(0.9) })).toBeUndefined();
  });
});

describe('reporting irradiance', () => {
  const weather = (planeIrradiance: Float64Array) => ({
    planeIrradiance,
    ambientTemperature: planeIrradiance.map(() => 20),
    windSpeed: planeIrradiance.map(() => 2),
    selected: new Uint8Array(planeIrradiance.length).fill(1),
  });

  test('that is balanced has as many points of its band below as above', () => {
    const light = Float64Array.from({ length: 601 }, (__, i) => 400 + i);
    const { planeIrradiance } = reportingConditions({ ...weather(light), rule: 'balanced' });
    const band = light.filter((value) => Math.abs(value - planeIrradiance) <= 0.2 * planeIrradiance + 1e-6);
    const below = band.filter((value) => value < planeIrradiance).length / band.length;
    expect(Math.abs(below - 0.5)).toBeLessThan(0.01);
    expect(planeIrradiance).toBeGreaterThanOrEqual(400 / 0.8);
    expect(planeIrradiance).toBeLessThanOrEqual(1000 / 1.2);
  });

  test('does not exist where all light is near one value', () => {
    expect(reportingConditions({ ...weather(column(800, 801, 802)), rule: 'balanced' }).planeIrradiance).toBeNaN();
  });

  test('changes what a capacity is stated for, not the regression', () => {
    const light = Float64Array.from({ length: 100 }, (__, i) => 400 + 6 * i);
    const test = {
      ...weather(light),
      ambientTemperature: light.map((__, i) => 15 + (i % 10)),
      windSpeed: light.map((__, i) => 1 + (i % 7) / 2),
      power: light.map((value, i) => value * (0.95 - 5e-5 * value - 0.002 * (15 + (i % 10)) + 0.003 * (1 + (i % 7) / 2))),
    };
    const regression = capacityRegression(test);
    if (!regression) throw new Error('100 points are enough');
    for (const rule of ['percentile', 'balanced'] as const) {
      const at = reportingConditions({ ...test, rule });
      const wanted = at.planeIrradiance * (0.95 - 5e-5 * at.planeIrradiance - 0.002 * at.ambientTemperature + 0.003 * at.windSpeed);
      expect(differences(ratedCapacity(regression, at), wanted, { relative: 1e-6 })).toEqual([]);
    }
  });
});

describe('clock of a logger', () => {
  test('is behind or ahead by the distance of the centres of light', () => {
    const clearSky = Float64Array.from({ length: 96 }, (__, i) => Math.max(0, Math.sin(((i - 24) / 48) * Math.PI)));
    const anHourLate = Float64Array.from({ length: 96 }, (__, i) => clearSky[i - 4] ?? 0);
    const centre = lightCentre({ values: anHourLate, clearSky, stepMinutes: 15 });
    expect(differences((centre?.measured ?? _) - (centre?.clearSky ?? _), 60, { absolute: 0.01 })).toEqual([]);
    expect(lightCentre({ values: new Float64Array(96), clearSky, stepMinutes: 15 })).toBeUndefined();
    expect(lightCentre({ values: new Float64Array(96).fill(_), clearSky, stepMinutes: 15 })).toBeUndefined();
  });

  test('forgotten summer time is found to the day', () => {
    const days = Float64Array.from({ length: 365 }, (__, i) => 20_000 + i);
    const offsets = days.map((__, i) => (i >= 88 && i < 298 ? 60 : 0) + 8 * Math.sin(i * 12.9898));
    const found = clockShifts({ days, offsets });
    expect(found.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      [20_000, 20_087],
      [20_088, 20_297],
      [20_298, 20_364],
    ]);
    expect(
      differences(
        found.map(({ shift }) => shift),
        [0, 60, 0],
        { absolute: 2 },
      ),
    ).toEqual([]);
  });
});

describe('level of output', () => {
  const days = Float64Array.from({ length: 1096 }, (__, i) => 20_000 + i);
  const seasonal = (i: number) => 50 + 30 * Math.sin((2 * Math.PI * (i - 80)) / 365.25);
  const cloudy = (i: number) => 1 - 0.15 * Math.abs(Math.sin(i * 78.233));

  test('drops when a fifth of the modules is gone', () => {
    const energy = days.map((__, i) => seasonal(i) * cloudy(i) * (i >= 500 ? 0.8 : 1));
    const found = energyLevels({ days, energy });
    expect(found).toHaveLength(2);
    expect(Math.abs((found[1]?.firstDay ?? _) - 20_500)).toBeLessThanOrEqual(3);
    expect(differences((found[1]?.level ?? _) / (found[0]?.level ?? _), 0.8, { absolute: 0.02 })).toEqual([]);
  });

  test('stays one through seasons and weather', () => {
    expect(energyLevels({ days, energy: days.map((__, i) => seasonal(i) * cloudy(i)) })).toHaveLength(1);
    const insolation = days.map((__, i) => seasonal(i) * cloudy(i));
    expect(
      energyLevels({ days: days.subarray(0, 200), energy: insolation.subarray(0, 200), insolation: insolation.subarray(0, 200) }),
    ).toHaveLength(1);
  });
});
