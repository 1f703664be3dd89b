import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { bestCellTemperature, cellTemperature, moduleTemperature } from './cell-temperature.ts';
import { clearSkyHorizontal, clearSkyModel, clearSkyOnPlane } from './clear-sky-model.ts';
import { temperatureAdjustedNominalPower } from './nominal-power.ts';
import { combinedLoss, PVWATTS_LOSSES, pvwattsAcPower, pvwattsDcPower, pvwattsEfficiency } from './pvwatts.ts';

const one = (value: number) => Float64Array.of(value);

describe('module and cell temperature', () => {
  const weather = { planeIrradiance: one(800), ambientTemperature: one(25), windSpeed: one(3) };

  test('rise with light and fall with wind', () => {
    const back = moduleTemperature(weather);
    expect(differences(back, [43.16709022138507])).toEqual([]);
    expect(differences(cellTemperature(back, weather.planeIrradiance), [45.567090221385065])).toEqual([]);
  });

  test('depend on what the module is made of', () => {
    const mounting = 'openRackGlassGlass';
    const back = moduleTemperature({ ...weather, mounting });
    expect(differences(cellTemperature(back, weather.planeIrradiance, mounting), [48.23036395316837])).toEqual([]);
  });

  test('are the air temperature at night, and unknown without it', () => {
    const night = moduleTemperature({
      planeIrradiance: Float64Array.of(-1.5, 0),
      ambientTemperature: Float64Array.of(8, Number.NaN),
      windSpeed: Float64Array.of(Number.NaN, 2),
    });
    expect(night).toEqual(Float64Array.of(8, Number.NaN));
  });

  test('come from the module itself where it is measured', () => {
    const twice = {
      planeIrradiance: Float64Array.of(800, 800),
      ambientTemperature: Float64Array.of(25, Number.NaN),
      windSpeed: Float64Array.of(3, 3),
    };
    const best = bestCellTemperature({ ...twice, measuredBack: Float64Array.of(Number.NaN, 40) });
    expect(differences(best, [45.567090221385065, 42.4])).toEqual([]);
    expect(differences(bestCellTemperature(twice), [45.567090221385065, Number.NaN])).toEqual([]);
  });

  test('assume light wind where it is not measured', () => {
    const still = moduleTemperature({ ...weather, windSpeed: one(Number.NaN) });
    expect(still).toEqual(moduleTemperature({ ...weather, windSpeed: one(1) }));
  });
});

describe('PVWatts', () => {
  test.each([
    [800, 50, 816.75, 0.9618659698679068, 785.6040308896129],
    [1000, 45, 1041.75, 0.9599991791260282, 1000],
    [50, 15, 58.331250000000004, 0.876155078953234, 51.10722094919083],
  ])('at %i W/m² and %i °C', (irradiance, temperature, pdc, efficiency, pac) => {
    const dc = pvwattsDcPower({ planeIrradiance: one(irradiance), cellTemperature: one(temperature), nameplate: 1250 });
    expect(differences(dc, [pdc])).toEqual([]);
    expect(differences(pvwattsEfficiency(pdc, 1000), efficiency)).toEqual([]);
    expect(differences(pvwattsAcPower(dc, 1000), [pac])).toEqual([]);
  });

  test('makes nothing in the dark and knows nothing without light readings', () => {
    const dc = pvwattsDcPower({
      planeIrradiance: Float64Array.of(-3, 0, Number.NaN),
      cellTemperature: Float64Array.of(Number.NaN, 5, 5),
      nameplate: 1250,
    });
    expect(pvwattsAcPower(dc, 1000)).toEqual(Float64Array.of(0, 0, Number.NaN));
  });

  test('loses 14.08 percent with its default list', () => {
    expect(differences(combinedLoss(PVWATTS_LOSSES), 0.14075661, printed(8))).toEqual([]);
  });
});

test('nominal power follows light and temperature', () => {
  const nominal = temperatureAdjustedNominalPower({
    planeIrradiance: Float64Array.of(100, 400, 800, 950, 600, 200, -2),
    cellTemperature: Float64Array.of(12, 25, 42, 50, 38, 20, Number.NaN),
    nameplate: 1000,
    temperatureCoefficient: -0.004,
  });
  expect(differences(nominal, [105.2, 400, 745.6, 855, 568.8, 204, 0])).toEqual([]);
});

describe('the whole chain from the sun to the grid', () => {
  const startsMs = Float64Array.of(Date.parse('2025-06-21T10:00:00Z'));
  const model = clearSkyModel({ startsMs, stepMs: 600_000, location: { latitude: 37.39, longitude: -5.99, altitude: 10 } });

  test('on a June morning in Seville', () => {
    const planeIrradiance = clearSkyOnPlane(model, { kind: 'fixed', tilt: 25, azimuth: 180 });
    const back = moduleTemperature({ planeIrradiance, ambientTemperature: one(28), windSpeed: one(2) });
    const cell = cellTemperature(back, planeIrradiance);
    const dc = pvwattsDcPower({ planeIrradiance, cellTemperature: cell, nameplate: 10_000 });

    expect(differences(clearSkyHorizontal(model), { ghi: [836.329], dni: [882.122], dhi: [97.756] }, printed(3))).toEqual([]);
    expect(differences(planeIrradiance, [823.8], printed(3))).toEqual([]);
    expect(differences({ back, cell, dc }, { back: [48.164577], cell: [50.635976], dc: [6710.937768] }, printed(6))).toEqual([]);
    expect(differences(pvwattsEfficiency(dc[0] ?? 0, 8000), 0.961721, printed(6))).toEqual([]);
    expect(differences(pvwattsAcPower(dc, 8000), [6454.049486], printed(6))).toEqual([]);
  });

  test('an hour is the mean of its six ten-minute parts', () => {
    const hour = { location: { latitude: 57.71, longitude: 11.97, altitude: 50 }, startsMs: Float64Array.of(Date.UTC(2025, 2, 1, 6)) };
    const tenMinutes = clearSkyModel({
      ...hour,
      startsMs: Float64Array.from({ length: 6 }, (_, i) => Date.UTC(2025, 2, 1, 6, 10 * i)),
      stepMs: 600_000,
    });
    const asHour = clearSkyModel({ ...hour, stepMs: 3_600_000 });
    const tracker = { kind: 'tracker', groundCoverRatio: 0.4 } as const;
    const mean = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0) / column.length;
    expect(differences(clearSkyHorizontal(asHour).ghi, [mean(clearSkyHorizontal(tenMinutes).ghi)])).toEqual([]);
    expect(differences(clearSkyOnPlane(asHour, tracker), [mean(clearSkyOnPlane(tenMinutes, tracker))])).toEqual([]);
    expect(mean(clearSkyOnPlane(tenMinutes, tracker))).toBeGreaterThan(0);
  });

  test('haze dims the direct light of its month only', () => {
    const haze = [3, 3, 3, 3, 3, 5, 3, 3, 3, 3, 3, 3];
    const hazy = clearSkyModel({
      startsMs,
      stepMs: 600_000,
      location: { latitude: 37.39, longitude: -5.99, altitude: 10 },
      linkeTurbidityByMonth: haze,
    });
    expect(clearSkyHorizontal(hazy).dni[0]).toBeLessThan(0.9 * (clearSkyHorizontal(model).dni[0] ?? 0));
  });
});
