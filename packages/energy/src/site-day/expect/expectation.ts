import type { LoadsOfOthers } from '../../events/detected-events.ts';
import type { CoefficientColumns } from '../../production/expected-coefficients.ts';
import type { ExpectedCandidate, ExpectedPower } from '../../production/expected-methods.ts';
import { firstExpected } from '../../production/expected-methods.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectationGap, MissingExpectationReason } from './missing-expectation.ts';

/** What a generator should have made, columns of shape (span.count). */
export interface Expectation {
  device: SiteDevice;
  /** Ideal output for the weather, without losses. [kW] NaN: not known */
  theoretical: Float64Array;
  /** Of a turbine: the same at the density of the air. [kW] */
  theoreticalAtDensity?: Float64Array;
  /** Of its table of normal losses. */
  coefficients?: CoefficientColumns;
  /** Of modules: theoretical after design losses and age, before any limit. [kW] */
  designed?: Float64Array;
  /** [kW] and the number of the method that answered; NaN where none did. */
  expected: ExpectedPower;
  /** Of the expected power, per interval. [kWh] */
  energy: Float64Array;
  /** 1 where something about the expectation was assumed. */
  suspect: Uint8Array;
  /** 1 where it rests on weak evidence: one peer, or earlier days. Absent: nowhere */
  lowConfidence?: Uint8Array;
  /** 1 where a rule could have found that the generator stood still: by its resource, peers or earlier days. */
  isStopVisible: Uint8Array;
  /** Part of the day without expected power. Absent: none */
  gap?: ExpectationGap;
  /** Weather it was made of, for key figures. */
  weather: SolarWeather | TurbineWeather | undefined;
  /** Of a turbine: load of the others where it stands and its wind is not measured. Absent: fewer than three others, or nowhere */
  others?: LoadsOfOthers;
  /** Of a turbine: what its reference turbines tell of it. [kW] Absent: it has none */
  ofReferences?: Float64Array;
}

export interface SolarWeather {
  kind: 'solar';
  /** In the plane of the modules. [W/m²] */
  irradiance: Float64Array;
  /** [°C] */
  cellTemperature: Float64Array;
  /** 1 where irradiance or a temperature is an estimate or assumed. */
  suspect: Uint8Array;
  /** Signals and metadata that are missing altogether. */
  lacking: readonly MissingExpectationReason[];
}

export interface TurbineWeather {
  kind: 'turbine';
  /** At the nacelle, or what stands in for it. [m/s] */
  windSpeed: Float64Array;
  /** At hub height. [kg/m³] */
  airDensity: Float64Array;
  /** [°C] */
  ambientTemperature: Float64Array;
  /** [°] */
  direction: Float64Array;
  /** Own anemometer, where it can be trusted. [m/s] */
  ownWind: Float64Array;
  /** Measured power while it runs undisturbed: what others may take it for. [kW] */
  undisturbedPower: Float64Array;
}

/**
 * Asks ways to the expected production one after the other. A list without any of them expects nothing.
 *
 * @param candidates - in the order of the site or contract
 * @param frame - of the day
 */
export function askInTurn(candidates: readonly ExpectedCandidate[], { span }: SiteFrame): ExpectedPower {
  if (candidates.length > 0) return firstExpected(candidates);
  return { power: new Float64Array(span.count).fill(Number.NaN), method: new Float64Array(span.count).fill(Number.NaN) };
}
