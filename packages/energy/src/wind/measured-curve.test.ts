import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { binnedCurve, curvePoints, extendedToCutOut, isCompleteCurve, measuredCurve } from './binned-curve.ts';
import { countPoints, runningPoints } from './fitted-curve.ts';
import { GENERIC_2_MW_CURVE, powerFromCurve } from './power-curve.ts';
import { curveDeviation, curveDeviationSums } from './power-curve-deviation.ts';
import { pitchSpread, powerCoefficient, turbulenceIntensity, yawError, yawLoss } from './turbine-indicators.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;
const TEN_MINUTES = 1 / 6;

describe('method of bins', () => {
  const windSpeed = column(6.8, 6.9, 7.1, 7.2, 7.3, 7.4, 7.6, 7.26, 7.74, 7.75);
  const power = column(500, 515, 560, 575, 600, 612, 660, 590, 702, 705);
  const curve = binnedCurve({ windSpeed, power, selected: new Uint8Array(10).fill(1), stepHours: TEN_MINUTES });
  const bin = (centre: number) => {
    const i = curve.centre.indexOf(centre);
    return [curve.count[i], curve.windSpeed[i], curve.power[i], curve.deviation[i], curve.isValid[i]];
  };

  test('puts each point into the bin around its wind speed', () => {
    expect(differences(bin(7), [4, 7, 537.5, 35.7071, 1], printed(4))).toEqual([]);
    expect(differences(bin(7.5), [5, 7.46, 632.8, 47.0872, 1], printed(4))).toEqual([]);
    expect(differences(bin(8), [1, 7.75, 705, _, 0])).toEqual([]);
  });

  test('knows the spread of the powers', () => {
    const i = curve.centre.indexOf(7);
    expect(differences([curve.p10[i], curve.p90[i]], [504.5, 570.5])).toEqual([]);
  });

  test('leaves out points that are not selected or not measured', () => {
    const some = binnedCurve({
      windSpeed: column(7, 7, _, 7, -1),
      power: column(500, 900, 500, _, 3),
      selected: Uint8Array.of(1, 0, 1, 1, 1),
      stepHours: 1,
    });
    expect([some.count[14], some.power[14]]).toEqual([1, 500]);
  });

  test('has bins as wide as asked for', () => {
    const wide = binnedCurve({ windSpeed, power, selected: new Uint8Array(10).fill(1), stepHours: TEN_MINUTES, binWidth: 1 });
    expect(wide.binWidth).toBe(1);
    expect([...wide.centre]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...wide.count]).toEqual([0, 0, 0, 0, 0, 0, 0, 7, 3]);
  });

  test('believes a bin of hourly values from three of them on', () => {
    const hourly = (count: number) =>
      binnedCurve({
        windSpeed: new Float64Array(count).fill(7),
        power: new Float64Array(count).fill(500),
        selected: new Uint8Array(count).fill(1),
        stepHours: 1,
      }).isValid[14];
    expect([hourly(2), hourly(3)]).toEqual([0, 1]);
  });

  test('draws straight lines over bins with too little data, and says so', () => {
    const holed = binnedCurve({
      windSpeed: column(5, 5, 5, 5.5, 6, 6, 6),
      power: column(100, 100, 100, 777, 200, 200, 200),
      selected: new Uint8Array(7).fill(1),
      stepHours: TEN_MINUTES,
    });
    const measured = measuredCurve(holed);
    expect(differences(measured, { windSpeed: [5, 5.5, 6], power: [100, 150, 200], isInterpolated: [0, 1, 0] })).toEqual([]);
    expect(measuredCurve(binnedCurve({ windSpeed, power, selected: new Uint8Array(10), stepHours: 1 }))).toBeUndefined();
  });

  test('calls a curve complete only with enough of every wind', () => {
    const speeds = Float64Array.from({ length: 1200 }, (_, i) => 1.5 + (i % 40) * 0.5);
    const complete = { cutIn: 3, ratedPower: 2000, stepHours: TEN_MINUTES };
    const powers = powerFromCurve(speeds, GENERIC_2_MW_CURVE);
    const selected = new Uint8Array(1200).fill(1);
    const whole = binnedCurve({ windSpeed: speeds, power: powers, selected, stepHours: TEN_MINUTES });
    expect(isCompleteCurve({ ...complete, curve: whole })).toBe(true);
    const noTens = binnedCurve({
      windSpeed: speeds,
      power: powers,
      selected: selected.map((_, i) => (speeds[i] === 10 ? 0 : 1)),
      stepHours: TEN_MINUTES,
    });
    expect(isCompleteCurve({ ...complete, curve: noTens })).toBe(false);
    const brief = binnedCurve({
      windSpeed: speeds,
      power: powers,
      selected: selected.map((_, i) => (i < 1000 ? 1 : 0)),
      stepHours: TEN_MINUTES,
    });
    expect(isCompleteCurve({ ...complete, curve: brief })).toBe(false);
  });
});

describe('points of a measured curve', () => {
  const windSpeed = column(7, 7.1, 6.9, 7.05, 6.95, 12, 7);
  const good = { windSpeed, power: column(520, 521, 522, 523, 524, 525, -1), excluded: new Uint8Array(7), ratedPower: 2000 };

  test('do not hold consumption nor the outliers of a slice of power', () => {
    // Some points at the rating make the slice of 525 kW a part of the steep range.
    const steep = {
      ...good,
      windSpeed: column(...windSpeed, 14, 14, 14),
      power: column(...good.power, 2000, 2000, 2000),
      excluded: new Uint8Array(10),
    };
    expect([...curvePoints(steep)]).toEqual([1, 1, 1, 1, 1, 0, 0, 1, 1, 1]);
  });

  test('hold high winds up to cut-out, where one slice of power has every wind speed', () => {
    const speeds = Float64Array.from(
      { length: 4000 },
      (_, i) => 3 + (((i * 7919) % 4000) / 4000) * 9 + (i % 10 === 0 ? (i % 1000) / 80 : 0),
    );
    const powers = powerFromCurve(speeds, GENERIC_2_MW_CURVE);
    const selected = curvePoints({ windSpeed: speeds, power: powers, excluded: new Uint8Array(4000), ratedPower: 2000 });
    expect(selected.every((isGood, i) => isGood === 1 || (speeds[i] ?? 0) < 12)).toBe(true);
    const curve = measuredCurve(binnedCurve({ windSpeed: speeds, power: powers, selected, stepHours: TEN_MINUTES }));
    if (!curve) throw new Error('there are enough points');
    expect(powerFromCurve(column(19, 20, 21), curve)).toEqual(column(2000, 2000, 2000));
    expect(powerFromCurve(column(24.5), curve)).toEqual(column(0));
    expect(powerFromCurve(column(24.5, 25.1), extendedToCutOut(curve, 25))).toEqual(column(2000, 0));
  });

  test('do not hold a derated turbine in high wind, nor one that gives more than the others in its wind', () => {
    const speeds = Float64Array.from({ length: 2000 }, (_, i) => 3 + (i % 200) / 10);
    const powers = powerFromCurve(speeds, GENERIC_2_MW_CURVE);
    const derated = speeds.findIndex((speed) => speed > 18);
    const wild = speeds.findIndex((speed) => speed > 6.4);
    powers[derated] = 1000;
    powers[wild] = 1900;
    const selected = curvePoints({ windSpeed: speeds, power: powers, excluded: new Uint8Array(2000), ratedPower: 2000 });
    expect([selected[derated], selected[wild]]).toEqual([0, 0]);
    expect(selected.reduce((sum, isGood) => sum + isGood, 0)).toBeGreaterThan(1900);
  });

  test('are left alone where too few agree', () => {
    const few = { ...good, windSpeed: column(7, 7.1, 12), power: column(520, 521, 522), excluded: new Uint8Array(3) };
    expect([...curvePoints(few)]).toEqual([1, 1, 1]);
  });

  test('leave out events, and cold air for reference curves', () => {
    const excluded = Uint8Array.of(1, 0, 0, 0, 0, 0, 0);
    const ambientTemperature = column(10, 3, 3.1, _, 10, 10, 10);
    expect([...curvePoints({ ...good, excluded, ambientTemperature })]).toEqual([0, 0, 1, 0, 1, 1, 0]);
  });
});

test('every point that does not take part has one reason, and a point without a value is none', () => {
  const options = {
    windSpeed: column(7, 7.1, 6.9, 7, 8, 7, _, 7),
    power: column(520, 521, 522, 523, 5, -1, 520, _),
    excluded: Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    ...{ ratedPower: 2000, cutIn: 3 },
  };
  expect(countPoints(options, runningPoints(options))).toEqual({
    ...{ points: 6, used: 3, events: 1, filters: 0, standstill: 2, outliers: 0 },
  });
  const consuming = { ...options, windSpeed: options.windSpeed.map((speed, i) => (i === 5 ? 2 : speed)) };
  expect(countPoints(consuming, runningPoints(consuming))).toMatchObject({ standstill: 1, outliers: 1 });
  const filtered = Uint8Array.of(1, 0, 0, 1, 0, 0, 0, 0);
  const excluded = options.excluded.map((isExcluded, i) => isExcluded | (filtered[i] ?? 0));
  expect(countPoints(options, runningPoints({ ...options, excluded }), filtered)).toMatchObject({ used: 2, events: 1, filters: 1 });
});

describe('power curve deviation', () => {
  const binsOf = (count: number, share: number) =>
    binnedCurve({
      windSpeed: Float64Array.from({ length: count * 20 }, (_, i) => 2 + (i % 20)),
      power: powerFromCurve(
        Float64Array.from({ length: count * 20 }, (_, i) => 2 + (i % 20)),
        GENERIC_2_MW_CURVE,
      ).map((kw) => kw * share),
      selected: new Uint8Array(count * 20).fill(1),
      stepHours: TEN_MINUTES,
    });

  test('is the share of power missing at the same wind', () => {
    expect(differences(curveDeviation(curveDeviationSums(binsOf(6, 0.96), binsOf(18, 1))), -0.04)).toEqual([]);
  });

  test('is unknown with too few points in the period or the reference', () => {
    expect(curveDeviation(curveDeviationSums(binsOf(5, 0.96), binsOf(18, 1)))).toBeNaN();
    expect(curveDeviation(curveDeviationSums(binsOf(6, 0.96), binsOf(17, 1)))).toBeNaN();
  });
});

describe('indicators of a turbine', () => {
  test('looking past the wind costs power', () => {
    expect(differences([1 - yawLoss(8), 1 - yawLoss(8, 3), 1 - yawLoss(6)], [0.980631, 0.971087, 0.989074], printed(6))).toEqual([]);
  });

  test('yaw error is the mean vane angle in moderate wind, freed of the mounting error', () => {
    const windVane = column(12, 8, -170, 10);
    expect(differences(yawError({ windVane, windSpeed: column(6, 8, 3, 12), vaneOffset: 2 }), 8)).toEqual([]);
    expect(differences(yawError({ windVane: column(-4, -6), windSpeed: column(6, 6) }), -5)).toEqual([]);
    expect(yawError({ windVane, windSpeed: column(3, 3, 3, 3) })).toBeNaN();
  });

  test('blades should agree', () => {
    expect(differences(pitchSpread(column(4.1, 1), column(4.3, _), column(9.8, 1)), [5.7, _])).toEqual([]);
  });

  test('turbulence is gustiness against mean wind', () => {
    expect(turbulenceIntensity(column(1, 1), column(10, 0))).toEqual(column(0.1, _));
  });

  test('power coefficient is a ratio of sums below the limit of Betz', () => {
    const coefficient = powerCoefficient({
      power: column(1200, _),
      windSpeed: column(9, 20),
      airDensity: column(1.225, 1.225),
      rotorDiameter: 80,
    });
    expect(differences(coefficient, 1_200_000 / (0.5 * 1.225 * Math.PI * 1600 * 729))).toEqual([]);
    expect(coefficient).toBeLessThan(16 / 27);
  });
});
