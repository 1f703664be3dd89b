import { type CoefficientColumns, designedSolarPower, expectedWindPower } from '../../production/expected-coefficients.ts';
import type { DetectContext } from '../detect/detect.ts';
import type { Expectation, SolarWeather } from '../expect/expectation.ts';
import { ofDay, type SiteFrame } from '../layout/frame.ts';
import type { DeviceLosses } from './site-losses.ts';

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
 * Where the walk of the modules begins. An interval without an expectation adds nothing to any bar: what it produced stands for all.
 *
 * @param context - everything known of the day
 * @param losses - of the inverters
 */
export function solarSums({ frame, expectations }: DetectContext, losses: readonly DeviceLosses[]): SolarSums {
  const expectationOf = new Map(expectations.map((each) => [each.device, each]));
  const { stepHours } = frame;
  let [nominal, nominalAtCell, designed, limited] = [0, 0, 0, 0];
  for (const { device, interval } of losses) {
    const expectation = expectationOf.get(device);
    const { weather, coefficients } = expectation ?? {};
    const known = expectation && weather?.kind === 'solar' && coefficients;
    const columns = known ? solarColumns(expectation, weather, coefficients, frame) : undefined;
    for (let i = 0; i < interval.expected.length; i++) {
      const instead = interval.expected[i] ?? 0;
      const light = columns?.irradiance[i] ?? Number.NaN;
      const made = light >= (columns?.smallest[i] ?? Number.NaN) ? (columns?.designed[i] ?? Number.NaN) : 0;
      const plain = ((device.capacityDc * Math.max(0, light)) / 1000) * stepHours;
      const cell = (columns?.atCell[i] ?? Number.NaN) * stepHours;
      const isKnown = !Number.isNaN(plain + cell + made + (columns?.expected[i] ?? Number.NaN));
      nominal += isKnown ? plain : instead;
      nominalAtCell += isKnown ? cell : instead;
      designed += isKnown ? made * stepHours : instead;
      limited += isKnown ? Math.min(made, columns?.limit[i] ?? made) * stepHours : instead;
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
  let [theoretical, theoreticalAtDensity, designed] = [0, 0, 0];
  for (const { device, interval } of losses) {
    const expectation = expectationOf.get(device);
    const atDensity = expectation?.theoreticalAtDensity;
    const columns =
      expectation?.coefficients && atDensity
        ? {
            plain: ofDay(expectation.theoretical, frame),
            dense: ofDay(atDensity, frame),
            less: ofDay(expectedWindPower(atDensity, expectation.coefficients), frame),
            expected: ofDay(expectation.expected.power, frame),
          }
        : undefined;
    for (let i = 0; i < interval.expected.length; i++) {
      const instead = interval.expected[i] ?? 0;
      const plain = columns?.plain[i] ?? Number.NaN;
      const dense = columns?.dense[i] ?? Number.NaN;
      const less = columns?.less[i] ?? Number.NaN;
      const isKnown = !Number.isNaN(plain + dense + less + (columns?.expected[i] ?? Number.NaN));
      theoretical += isKnown ? plain * stepHours : instead;
      theoreticalAtDensity += isKnown ? dense * stepHours : instead;
      designed += isKnown ? less * stepHours : instead;
    }
  }
  return { theoretical, theoreticalAtDensity, designed };
}

function solarColumns({ theoretical, expected }: Expectation, weather: SolarWeather, coefficients: CoefficientColumns, frame: SiteFrame) {
  return {
    irradiance: ofDay(weather.irradiance, frame),
    atCell: ofDay(theoretical, frame),
    designed: ofDay(designedSolarPower(theoretical, coefficients), frame),
    smallest: ofDay(coefficients.minIrradiance, frame),
    limit: ofDay(coefficients.acLimit, frame),
    expected: ofDay(expected.power, frame),
  };
}
