import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { haurwitzClearSky, ineichenClearSky } from './clear-sky.ts';
import { clearSkyModel, irradianceOnPlane } from './clear-sky-model.ts';
import { clearnessIndex, erbsDecomposition } from './decomposition.ts';
import { extraterrestrialIrradiance, extraterrestrialIrradianceOfDay } from './extraterrestrial.ts';
import { ashraeIncidenceModifier, cosineOfIncidence, planeIrradiance } from './transposition.ts';

const one = (value: number) => Float64Array.of(value);
const I0 = (dayOfYear: number) => one(extraterrestrialIrradianceOfDay(dayOfYear));

describe('irradiance above the atmosphere', () => {
  test.each([
    [1, 1413.981805],
    [80, 1376.8923612194285],
    [172, 1321.6235925714136],
    [355, 1412.7085643562702],
  ])('on day %i of the year', (dayOfYear, expected) => {
    expect(differences(extraterrestrialIrradianceOfDay(dayOfYear), expected)).toEqual([]);
  });

  test('changes at midnight UTC, also over a leap day', () => {
    const lastOfLeapYear = Date.UTC(2024, 11, 31, 23, 59);
    const column = extraterrestrialIrradiance(Float64Array.of(lastOfLeapYear, lastOfLeapYear + 60_000));
    expect(column).toEqual(Float64Array.of(extraterrestrialIrradianceOfDay(366), extraterrestrialIrradianceOfDay(1)));
  });
});

describe('clear sky', () => {
  test.each([
    [20, 10, 3.2, 172, { ghi: [945.1193219775356], dni: [885.8513433320078], dhi: [112.69135153516368] }],
    [60, 500, 2.5, 80, { ghi: [497.0705175929254], dni: [894.8153888343219], dhi: [49.662823175764345] }],
    [80, 1500, 4, 355, { ghi: [105.4045317971755], dni: [345.3418801119466], dhi: [45.436543643664415] }],
  ])('at zenith %i°, %i m, turbidity %f', (zenith, altitude, linkeTurbidity, dayOfYear, expected) => {
    const sky = ineichenClearSky({ apparentZenith: one(zenith), extraterrestrial: I0(dayOfYear), altitude, linkeTurbidity });
    expect(differences(sky, expected)).toEqual([]);
  });

  test('is dark while the sun is down', () => {
    const sky = ineichenClearSky({ apparentZenith: one(90), extraterrestrial: I0(172), altitude: 0 });
    expect(sky).toEqual({ ghi: one(0), dni: one(0), dhi: one(0) });
    expect(haurwitzClearSky(one(90))).toEqual(one(0));
  });

  test('without altitude by Haurwitz', () => {
    expect(differences(haurwitzClearSky(one(20)), [968.9923112526491])).toEqual([]);
  });

  test('columns of different length are refused', () => {
    expect(() => ineichenClearSky({ apparentZenith: one(1), extraterrestrial: new Float64Array(2), altitude: 0 })).toThrow(RangeError);
  });
});

describe('splitting global irradiance', () => {
  test.each([
    [600, { dni: [426.26631921149044], dhi: [273.4610548792573] }, 0.592638008281503],
    [150, { dni: [2.6110146688178992], dhi: [147.9998467220499] }, 0.14815950207037576],
    [850, { dni: [926.5128236035848], dhi: [140.25] }, 0.8395705117321293],
  ])('of %i W/m²', (ghi, expected, kt) => {
    const sky = { ghi: one(ghi), apparentZenith: one(40), extraterrestrial: I0(172) };
    expect(differences(erbsDecomposition(sky), expected)).toEqual([]);
    expect(differences(clearnessIndex(sky), [kt])).toEqual([]);
  });

  test('gives everything to the diffuse part at low sun', () => {
    expect(erbsDecomposition({ ghi: one(30), apparentZenith: one(88), extraterrestrial: I0(172) })).toEqual({
      ghi: one(30),
      dni: one(0),
      dhi: one(30),
    });
  });

  test('counts a negative night reading as dark and keeps a missing one missing', () => {
    const sky = erbsDecomposition({
      ghi: Float64Array.of(-2, Number.NaN),
      apparentZenith: Float64Array.of(60, 60),
      extraterrestrial: Float64Array.of(1360, 1360),
    });
    expect(sky.dhi).toEqual(Float64Array.of(0, Number.NaN));
    expect(sky.dni).toEqual(Float64Array.of(0, Number.NaN));
  });
});

describe('irradiance in the plane of the modules', () => {
  const sun = { apparentZenith: one(40), azimuth: one(200) };
  const plane = { tilt: 30, azimuth: 180 };
  const irradiance = erbsDecomposition({ ghi: one(600), apparentZenith: one(40), extraterrestrial: I0(172) });

  test('is the sum of beam, sky, sun ring and ground', () => {
    const parts = planeIrradiance({ sun, irradiance, extraterrestrial: I0(172), plane });
    expect(
      differences(parts, {
        beam: [411.52830400115],
        isotropic: [172.8508916387062],
        circumsolar: [111.15613712830655],
        ground: [8.038475772933678],
        total: [703.5738085410965],
      }),
    ).toEqual([]);
  });

  test('follows from the horizontal one, in long intervals at each position of the sun', () => {
    const location = { latitude: 37, longitude: -5, altitude: 100 };
    const modelOf = (stepMs: number, count: number) =>
      clearSkyModel({ startsMs: Float64Array.from({ length: count }, (_, i) => Date.UTC(2025, 5, 21, 10) + i * stepMs), stepMs, location });
    const south = { kind: 'fixed', ...plane } as const;
    const inParts = irradianceOnPlane(modelOf(600_000, 6), south, new Float64Array(6).fill(700));
    const inOne = irradianceOnPlane(modelOf(3_600_000, 1), south, one(700));
    expect(inOne[0]).toBeCloseTo(inParts.reduce((sum, value) => sum + value, 0) / 6, 9);
    expect(irradianceOnPlane(modelOf(600_000, 1), south, one(Number.NaN))).toEqual(one(Number.NaN));
    const model = { sun: { ...modelOf(600_000, 1).sun, ...sun }, extraterrestrial: I0(172), partsPerInterval: 1 };
    expect(differences(irradianceOnPlane(model, south, one(600)), [703.5738], printed(4))).toEqual([]);
  });

  test('loses a little beam to reflection', () => {
    const cosine = cosineOfIncidence(sun, plane);
    expect(differences(Math.acos(cosine[0] ?? 0) * (180 / Math.PI), 15.11039884600046)).toEqual([]);
    expect(differences(ashraeIncidenceModifier(cosine[0] ?? 0), 0.998209, printed(6))).toEqual([]);
    const parts = planeIrradiance({ sun, irradiance, extraterrestrial: I0(172), plane, reflection: 'ashrae' });
    expect(differences(parts.beam, [411.52830400115 * 0.998209], { relative: 1e-6 })).toEqual([]);
  });

  test('has no beam while the sun stands behind the plane', () => {
    const behind = planeIrradiance({ sun, irradiance, extraterrestrial: I0(172), plane: { tilt: 90, azimuth: 20 }, reflection: 'ashrae' });
    expect([behind.beam[0], behind.circumsolar[0]]).toEqual([0, 0]);
  });
});
