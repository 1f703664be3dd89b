import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellTemperature, moduleTemperature } from './cell-temperature.ts';
import { clippedAtPlateau, clippedAtRating, clippingLoss, peakPower, shownRating } from './clipping.ts';
import { temperatureAdjustedNominalPower } from './nominal-power.ts';
import { addPerformance, performanceRatios, performanceSums, sitePerformance, weightedCellTemperature } from './performance-ratio.ts';
import { powerRatingLine, ratingDeviation, ratingLimits, steadyBrightIntervals } from './power-rating-line.ts';
import { yields } from './yields.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;
const MINUTE_MS = 60_000;

/** Six hours of a day in the life of a 1000 kW plant. */
const day = {
  planeIrradiance: column(100, 400, 800, 950, 600, 200),
  cellTemperature: column(12, 25, 42, 50, 38, 20),
  energy: column(78, 340, 690, 798, 520, 165),
  stepHours: 1,
  nameplate: 1000,
  temperatureCoefficient: -0.004,
};

describe('performance ratio', () => {
  test('compares energy with light and nameplate', () => {
    const sums = performanceSums(day);
    const ratios = performanceRatios(sums);
    expect(differences(sums.insolation, 3.05)).toEqual([]);
    expect(differences(ratios, { plain: 0.8495081967213115, temperatureCorrected: 0.9000903216841519 })).toEqual([]);
    expect(ratios.weatherCorrected).toBeNaN();
  });

  test('freed of season refers to the cell temperature of a typical year', () => {
    const weighted = weightedCellTemperature(day.cellTemperature, day.planeIrradiance);
    const corrected = (typicalCellTemperature: number) =>
      performanceRatios(performanceSums({ ...day, typicalCellTemperature })).weatherCorrected;
    expect(differences(weighted, 39.04918, printed(6))).toEqual([]);
    expect(differences(corrected(30), 0.8814124370662674)).toEqual([]);
    expect(differences(corrected(weighted), 0.8495081967213115)).toEqual([]);
  });

  test('agrees with three hours of the Sandia example', () => {
    const planeIrradiance = column(800, 600, 300);
    const back = moduleTemperature({ planeIrradiance, ambientTemperature: column(25, 22, 18), windSpeed: column(3, 2, 4) });
    const cell = cellTemperature(back, planeIrradiance);
    expect(differences(cell, [45.5671, 38.4865, 25.2204], printed(4))).toEqual([]);
    const sums = performanceSums({
      energy: column(640, 500, 255),
      planeIrradiance,
      cellTemperature: cell,
      stepHours: 1,
      nameplate: 900,
      temperatureCoefficient: -0.0041,
      typicalCellTemperature: 44,
    });
    const expected = { weatherCorrected: 0.895166, plain: 0.911765, temperatureCorrected: 0.9693 };
    expect(differences(performanceRatios(sums), expected, printed(6))).toEqual([]);
  });

  test('counts an interval in both sums or in none', () => {
    const sums = performanceSums({ energy: column(420, 300, _), planeIrradiance: column(500, _, 700), stepHours: 1, nameplate: 1000 });
    expect(differences(performanceRatios(sums).plain, 0.84)).toEqual([]);
  });

  test('leaves out night, twilight and what the caller excludes', () => {
    const all = { energy: column(1, 5, 100, 50), planeIrradiance: column(25, 19, 500, 500), stepHours: 1, nameplate: 1000 };
    const sums = performanceSums({ ...all, apparentZenith: column(91, 85, 40, 40), excluded: Uint8Array.of(0, 0, 0, 1) });
    expect([sums.energy, sums.nominalEnergy]).toEqual([100, 500]);
  });

  test('is unknown without enough light', () => {
    const sums = performanceSums({ energy: column(150), planeIrradiance: column(190), stepHours: 1, nameplate: 1000 });
    expect(performanceRatios(sums).plain).toBeNaN();
  });

  test('of a period does not depend on how it was split', () => {
    const interval = fc.record({ energy: fc.integer({ min: 0, max: 1000 }), light: fc.integer({ min: 0, max: 1200 }) });
    fc.assert(
      fc.property(fc.array(interval, { minLength: 1, maxLength: 60 }), fc.nat({ max: 60 }), (intervals, cut) => {
        const sumsOf = (part: typeof intervals) =>
          performanceSums({
            energy: Float64Array.from(part, ({ energy }) => energy),
            planeIrradiance: Float64Array.from(part, ({ light }) => light),
            stepHours: 1,
            nameplate: 1000,
          });
        const [whole, joined] = [sumsOf(intervals), addPerformance(sumsOf(intervals.slice(0, cut)), sumsOf(intervals.slice(cut)))];
        expect(differences(performanceRatios(joined).plain, performanceRatios(whole).plain)).toEqual([]);
      }),
    );
  });

  test('of a site is the ratio of sums, under one sun', () => {
    const device = (energy: number, nameplate: number) =>
      performanceSums({ energy: column(energy), planeIrradiance: column(1000), stepHours: 1, nameplate });
    const site = sitePerformance([device(840, 1000), device(340, 500), device(0, 0)]);
    expect(differences(performanceRatios(site).plain, 1180 / 1500)).toEqual([]);
    expect(site.insolation).toBe(1);
  });
});

describe('yields', () => {
  test('are hours at nameplate power', () => {
    const expected = { reference: 3.05, array: 2.7, final: 2.591, arrayLoss: 0.35, systemLoss: 0.109 };
    expect(differences(yields({ insolation: 3.05, dcEnergy: 2700, acEnergy: 2591, nameplate: 1000 }), expected)).toEqual([]);
  });

  test('without DC metering the split of losses is unknown', () => {
    expect(differences(yields({ insolation: 3.05, acEnergy: 2591, nameplate: 1000 }), { array: _, final: 2.591, arrayLoss: _ })).toEqual(
      [],
    );
  });
});

describe('clipping', () => {
  const power = column(700, 850, 940, 998, 1000, 1000, 999, 1000, 960, 870);

  test('at a known rating', () => {
    const clipped = clippedAtRating({ power, acRating: 1000 });
    expect([...clipped]).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 0, 0]);
    const unclippedPower = column(720, 870, 960, 1060, 1110, 1120, 1090, 1040, 980, 890);
    const loss = clippingLoss({ clipped, unclippedPower, acRating: 1000, stepHours: 1 / 6 });
    expect(
      differences(
        loss.reduce((sum, value) => sum + value, 0),
        70,
      ),
    ).toEqual([]);
  });

  test('needs two intervals in a row, and is no order', () => {
    expect([...clippedAtRating({ power: column(900, 1000, 900, _, 1000, 1000), acRating: 1000 })]).toEqual([0, 0, 0, 0, 1, 1]);
    expect([...clippedAtRating({ power: column(1000, 1000), acRating: 1000, curtailed: Uint8Array.of(1, 1) })]).toEqual([0, 0]);
  });

  test('at a rating leaves out the way to it and from it', () => {
    const ramps = column(985, 991, 999, 1000, 1000, 1000, 999, 992, 980);
    expect([...clippedAtRating({ power: ramps, acRating: 1000 })]).toEqual([0, 0, 1, 1, 1, 1, 1, 0, 0]);
  });

  test('at a rating that is stated too low is no clipping', () => {
    const bright = column(980, 995, 1020, 1045, 1060, 1050, 1025, 1000, 985);
    expect(clippedAtRating({ power: bright, acRating: 1000 }).includes(1)).toBe(false);
  });

  test('at the rating an inverter shows where it gives more than is stated', () => {
    const day = (top: number) =>
      peakPower(
        Float64Array.from({ length: 100 }, (_, i) => Math.min(top, 11 * i)),
        1000,
      );
    const days = [...new Array(20).fill(day(990)), ...new Array(10).fill(day(1050))];
    expect(shownRating(days, 1000)).toBeGreaterThan(1048);
    expect(shownRating(days, 1000)).toBeLessThan(1054);
    expect(shownRating(new Array(30).fill(day(990)), 1000)).toBe(1000);
    expect(shownRating([], 1000)).toBe(1000);
    expect(shownRating([], Number.NaN)).toBeNaN();
    // A single spike in a month is not a rating.
    const spike = peakPower(column(500, 600, 1080), 1000);
    expect(shownRating([...new Array(29).fill(day(990)), spike], 1000)).toBe(1000);
  });

  test('at a limit that is not configured shows as a flat top', () => {
    const flags = clippedAtPlateau({ power, isTracker: false });
    expect([...flags]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 0, 0]);
    expect([...clippedAtPlateau({ power: column(0, 0, 0, 5, 5, 5, 400, 700, 400), isTracker: false })]).toEqual(new Array(9).fill(0));
  });

  test('flat parts at different levels are weather, not a limit', () => {
    const flags = clippedAtPlateau({ power: column(500, 500, 500, 700, 900, 900, 900), isTracker: false });
    expect(flags.includes(1)).toBe(false);
  });

  test('a tracker needs a longer flat top, and orders make none', () => {
    const short = column(300, 600, 800, 800, 800, 600, 300);
    expect(clippedAtPlateau({ power: short, isTracker: false }).includes(1)).toBe(true);
    expect(clippedAtPlateau({ power: short, isTracker: true }).includes(1)).toBe(false);
    expect(clippedAtPlateau({ power: short, isTracker: false, curtailed: Uint8Array.of(0, 0, 1, 1, 1, 0, 0) }).includes(1)).toBe(false);
  });
});

describe('power rating line', () => {
  const nominalPower = temperatureAdjustedNominalPower(day);
  const all = { nominalPower, power: day.energy, selected: new Uint8Array(6).fill(1) };

  test('goes through the origin', () => {
    const line = powerRatingLine({ ...all, minPoints: 1 });
    const expected = { slope: 0.916208577626097, residual: 18.87974179436426, slopeError: 0.013982459125916617, pointCount: 6 };
    expect(differences(line, expected)).toEqual([]);
    expect(differences(ratingLimits(line?.slope ?? _), { upper: 0.962019, lower: 0.870398 }, printed(6))).toEqual([]);
  });

  test('rests on strong light only', () => {
    const bright = day.planeIrradiance.map((irradiance) => (irradiance >= 400 ? 1 : 0));
    const line = powerRatingLine({ ...all, selected: Uint8Array.from(bright), minPoints: 1 });
    expect(differences(line?.slope, 0.919825, printed(6))).toEqual([]);
  });

  test('needs fifty points', () => {
    expect(powerRatingLine(all)).toBeUndefined();
  });

  test('takes steady bright intervals with a known neighbour', () => {
    const selected = steadyBrightIntervals({
      planeIrradiance: column(500, 520, 700, _, 710, 720, 399),
      excluded: Uint8Array.of(0, 0, 0, 0, 0, 0, 0),
      stepMs: 15 * MINUTE_MS,
    });
    expect([...selected]).toEqual([0, 1, 0, 0, 0, 1, 0]);
    const options = { planeIrradiance: column(500, 510), excluded: Uint8Array.of(0, 1), stepMs: 10 * MINUTE_MS };
    expect([...steadyBrightIntervals(options)]).toEqual([0, 0]);
  });

  test('takes every bright interval where intervals are too long to tell a steady sky', () => {
    const planeIrradiance = column(500, 520, 700, _, 710, 720, 399);
    expect([...steadyBrightIntervals({ planeIrradiance, stepMs: 30 * MINUTE_MS })]).toEqual([1, 1, 1, 0, 1, 1, 0]);
    expect([...steadyBrightIntervals({ planeIrradiance, stepMs: 60 * MINUTE_MS, excluded: Uint8Array.of(1, 0, 0, 0, 0, 0, 0) })]).toEqual([
      0, 1, 1, 0, 1, 1, 0,
    ]);
  });

  test('falls against its baseline', () => {
    expect(differences(ratingDeviation(0.897, 0.92), -0.025)).toEqual([]);
  });
});
