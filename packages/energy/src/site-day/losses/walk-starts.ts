import { type CoefficientColumns, expectedWindPower } from '../../production/expected-coefficients.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { Expectation, SolarWeather } from '../expect/expectation.ts';
import { ofDay, type SiteFrame } from '../layout/frame.ts';
import type { DeviceLosses } from './device-losses.ts';

/** Energy of the modules of a day, from nameplates in the light down to inverters at their limit. [kWh] */
export interface SolarSums {
  nominal: number;
  nominalAtCell: number;
  designed: number;
  limited: number;
}

/** Energy of the turbines of a day, from curves at standard density down to normal losses. [kWh] */
export interface WindSums {
  theoretical: number;
  theoreticalAtDensity: number;
  designed: number;
}

/**
 * Where the walk of the modules begins. An interval without an expectation adds nothing; one whose expectation does not come from theory begins
 * with what was expected.
 *
 * @param context - everything known of the day
 * @param losses - of the inverters
 */
export function solarSums({ frame, expectations }: DetectContext, losses: readonly DeviceLosses[]): SolarSums {
  const expectationOf = new Map(expectations.map((each) => [each.device, each]));
  const { stepHours } = frame;
  let nominal = 0;
  let nominalAtCell = 0;
  let designed = 0;
  let limited = 0;
  for (const { device, interval } of losses) {
    const expectation = expectationOf.get(device);
    const { weather, coefficients, designed: ofModules } = expectation ?? {};
    const known = expectation && weather?.kind === 'solar' && coefficients && ofModules;
    const columns = known ? solarColumns(expectation, { weather, coefficients, designed: ofModules }, frame) : nothingKnown(frame);
    const { irradiance, smallest, atCell, designed: power, limit, expected } = columns;
    for (let i = 0; i < interval.expected.length; i++) {
      const wanted = interval.expected[i] ?? Number.NaN;
      const instead = Number.isNaN(wanted) ? 0 : wanted;
      const light = irradiance[i] ?? Number.NaN;
      const made = light >= (smallest[i] ?? Number.NaN) ? (power[i] ?? Number.NaN) : 0;
      const plain = ((device.capacityDc * Math.max(0, light)) / 1000) * stepHours;
      const cell = (atCell[i] ?? Number.NaN) * stepHours;
      const isKnown = !Number.isNaN(plain + cell + made + (expected[i] ?? Number.NaN));
      nominal += isKnown ? plain : instead;
      nominalAtCell += isKnown ? cell : instead;
      designed += isKnown ? made * stepHours : instead;
      limited += isKnown ? Math.min(made, limit[i] ?? Number.NaN) * stepHours : instead;
    }
  }
  return { nominal, nominalAtCell, designed, limited };
}

/**
 * Where the walk of the turbines begins; intervals without an expectation as for the modules.
 *
 * @param context - everything known of the day
 * @param losses - of the turbines
 */
export function windSums({ frame, expectations }: DetectContext, losses: readonly DeviceLosses[]): WindSums {
  const expectationOf = new Map(expectations.map((each) => [each.device, each]));
  const { stepHours } = frame;
  let theoretical = 0;
  let theoreticalAtDensity = 0;
  let designed = 0;
  for (const { device, interval } of losses) {
    const { standard, today, left, expected } = windColumns(expectationOf.get(device), frame);
    for (let i = 0; i < interval.expected.length; i++) {
      const wanted = interval.expected[i] ?? Number.NaN;
      const instead = Number.isNaN(wanted) ? 0 : wanted;
      const plain = standard[i] ?? Number.NaN;
      const dense = today[i] ?? Number.NaN;
      const less = left[i] ?? Number.NaN;
      const isKnown = !Number.isNaN(plain + dense + less + (expected[i] ?? Number.NaN));
      theoretical += isKnown ? plain * stepHours : instead;
      theoreticalAtDensity += isKnown ? dense * stepHours : instead;
      designed += isKnown ? less * stepHours : instead;
    }
  }
  return { theoretical, theoreticalAtDensity, designed };
}

function windColumns(expectation: Expectation | undefined, frame: SiteFrame) {
  const { theoretical, theoreticalAtDensity, coefficients, expected } = expectation ?? {};
  if (!theoretical || !theoreticalAtDensity || !coefficients || !expected) {
    const none = missing(frame);
    return { standard: none, today: none, left: none, expected: none };
  }
  return {
    standard: ofDay(theoretical, frame),
    today: ofDay(theoreticalAtDensity, frame),
    left: ofDay(expectedWindPower(theoreticalAtDensity, coefficients), frame),
    expected: ofDay(expected.power, frame),
  };
}

interface SolarParts {
  weather: SolarWeather;
  coefficients: CoefficientColumns;
  designed: Float64Array;
}

function solarColumns({ theoretical, expected }: Expectation, { weather, coefficients, designed }: SolarParts, frame: SiteFrame) {
  return {
    irradiance: ofDay(weather.irradiance, frame),
    atCell: ofDay(theoretical, frame),
    designed: ofDay(designed, frame),
    smallest: ofDay(coefficients.minIrradiance, frame),
    limit: ofDay(coefficients.acLimit, frame),
    expected: ofDay(expected.power, frame),
  };
}

/** Columns of missing values, so that the loops above need not ask: a column that may be absent costs a box per number. */
function nothingKnown(frame: SiteFrame): ReturnType<typeof solarColumns> {
  const none = missing(frame);
  return { irradiance: none, atCell: none, designed: none, smallest: none, limit: none, expected: none };
}

function missing({ day }: SiteFrame): Float64Array {
  return new Float64Array(day.count).fill(Number.NaN);
}
