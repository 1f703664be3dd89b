import { describe, expect, test } from 'vitest';
import { icing, icingReference, powerHistogram, warmPoints } from './icing.ts';

const RATED = 2000;
const STEP_HOURS = 1 / 6;
const WIND = 8;

/** Powers from 800 to 1000 kW at 8 m/s: one in ten below 820, half below 900, nine in ten below 980. */
function reference() {
  const power = Float64Array.from({ length: 200 }, (_, i) => 800 + i);
  const windSpeed = new Float64Array(200).fill(WIND);
  const histogram = powerHistogram({ windSpeed, power, selected: new Uint8Array(200).fill(1), ratedPower: RATED, stepHours: STEP_HOURS });
  return icingReference([histogram], RATED);
}

function iced(power: readonly number[], celsius: number | readonly number[] = -4) {
  const n = power.length;
  return icing({
    windSpeed: new Float64Array(n).fill(WIND),
    power: Float64Array.from(power),
    ambientTemperature: typeof celsius === 'number' ? new Float64Array(n).fill(celsius) : Float64Array.from(celsius),
    reference: reference(),
    ratedPower: RATED,
    stepHours: STEP_HOURS,
  });
}

describe('the reference without ice', () => {
  test('holds what one in ten, half and nine in ten points stay below', () => {
    const { p10, p50, p90 } = reference();
    expect(p10[16]).toBeCloseTo(820, 6);
    expect(p50[16]).toBeCloseTo(900, 6);
    expect(p90[16]).toBeCloseTo(980, 6);
  });

  test('needs six hours at a wind', () => {
    const part = (count: number) =>
      powerHistogram({
        windSpeed: new Float64Array(count).fill(WIND),
        power: new Float64Array(count).fill(900),
        selected: new Uint8Array(count).fill(1),
        ratedPower: RATED,
        stepHours: STEP_HOURS,
      });
    expect(icingReference([part(35)], RATED).p50[16]).toBeNaN();
    expect(icingReference([part(20), part(16)], RATED).p50[16]).toBeCloseTo(910, 6);
  });

  test('rests on undisturbed points in warm air', () => {
    const temperature = Float64Array.of(4, 4, 3, Number.NaN, 10);
    expect([...warmPoints(Uint8Array.of(0, 1, 0, 0, 0), temperature)]).toEqual([1, 0, 0, 0, 1]);
  });
});

describe('ice on the blades', () => {
  test('begins with the first of three low intervals in frost and ends when three are back', () => {
    expect([...iced([900, 700, 700, 700, 900, 700, 900, 900, 900, 900]).iced]).toEqual([0, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('does not begin with two low intervals, nor in warm air', () => {
    expect([...iced([900, 700, 700, 900, 900]).iced]).toEqual([0, 0, 0, 0, 0]);
    expect([...iced([700, 700, 700, 700], 1).iced]).toEqual([0, 0, 0, 0]);
  });

  test('lasts on when the air thaws, as long as the power stays low', () => {
    expect([...iced([700, 700, 700, 700, 700], [-1, -1, -1, 1, 2]).iced]).toEqual([1, 1, 1, 1, 1]);
  });

  test('costs what half of the points without ice would have given more', () => {
    const { loss } = iced([700, 600, 500, 900, 900, 900]);
    expect([...loss].map((kwh) => kwh * 6)).toEqual([expect.closeTo(200, 6), expect.closeTo(300, 6), expect.closeTo(400, 6), 0, 0, 0]);
  });

  test('stops the turbine when it stands still for twenty minutes', () => {
    expect([...iced([700, 700, 700, 0, 0, 700]).stopped]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...iced([700, 700, 700, 0, 700, 700]).stopped]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('on the anemometer shows as more power than the wind explains, and costs nothing', () => {
    const { icedAnemometer, loss } = iced([1200, 900, 1200]);
    expect([...icedAnemometer]).toEqual([1, 0, 1]);
    expect([...loss]).toEqual([0, 0, 0]);
  });

  test('is not told from what is missing', () => {
    expect([...iced([700, Number.NaN, 700, 700, Number.NaN]).iced]).toEqual([0, 0, 0, 0, 0]);
  });
});
