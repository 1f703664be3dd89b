import { hasGap } from '@solvane/series/columns';
import { combine, commonLength } from '@solvane/series/combine';

/** Ways to find the expected production, by the number that is stored with each value. */
export const EXPECTED_METHODS = {
  solarCoefficients: 1,
  pvwatts: 2,
  peerInverters: 3,
  satellite: 4,
  budgetShape: 5,
  earlierDays: 6,
  effectiveCurve: 11,
  nominalCurve: 12,
  referenceTurbines: 13,
  neighbourTurbines: 14,
  mastWind: 15,
  recentYears: 16,
  dispatch: 21,
} as const;

export type ExpectedMethod = keyof typeof EXPECTED_METHODS;

/** Order in which methods are asked where a contract does not say otherwise. */
export const DEFAULT_EXPECTED_METHODS = {
  PV: ['solarCoefficients', 'pvwatts', 'peerInverters'],
  Wind: ['effectiveCurve', 'nominalCurve', 'referenceTurbines', 'neighbourTurbines', 'mastWind'],
  BESS: ['dispatch'],
} as const satisfies Record<'PV' | 'Wind' | 'BESS', readonly ExpectedMethod[]>;

export interface ExpectedCandidate {
  method: ExpectedMethod;
  /**
   * Asked only when earlier methods left gaps: shape (n), NaN where the method has no answer either. [kW]
   * Gets what is known so far, NaN where nothing is: its result is used nowhere else. Absent: it is the first method.
   */
  power: (known?: Float64Array) => Float64Array;
}

export interface ExpectedPower {
  /** shape (n). [kW] NaN where no method has an answer */
  power: Float64Array;
  /** Number of the method that answered, shape (n); NaN where none did. */
  method: Float64Array;
}

/**
 * Expected power: in each interval the first method that has an answer.
 *
 * @param candidates - in the order they are asked
 * @returns power and method
 * @throws RangeError when the lengths differ or there is no candidate
 */
export function firstExpected(candidates: readonly ExpectedCandidate[]): ExpectedPower {
  const [first, ...rest] = candidates;
  if (!first) throw new RangeError('there is no method to ask');
  const power = first.power().slice();
  const method = new Float64Array(power.length).fill(EXPECTED_METHODS[first.method]);
  for (const candidate of rest) {
    if (!hasGap(power)) break;
    const answer = candidate.power(power);
    const length = commonLength(power, answer);
    const number = EXPECTED_METHODS[candidate.method];
    for (let i = 0; i < length; i++) {
      const value = answer[i] ?? Number.NaN;
      if (Number.isNaN(value) || !Number.isNaN(power[i])) continue;
      power[i] = value;
      method[i] = number;
    }
  }
  for (let i = 0; i < method.length; i++) if (Number.isNaN(power[i])) method[i] = Number.NaN;
  return { power, method };
}

/**
 * Expected discharge of a storage: what was ordered, within the rating, whatever the state of charge.
 *
 * @param setpoint - dispatch order, discharge positive, shape (n). [kW]
 * @param ratedPower - [kW]
 * @returns shape (n). [kW] 0 while charging is ordered, NaN without an order
 */
export function orderedDischarge(setpoint: Float64Array, ratedPower: number): Float64Array {
  return setpoint.map((order) => Math.min(Math.max(order, 0), ratedPower));
}

/**
 * Expected power where nothing but a budget is known: the interval's share of the month's energy.
 *
 * @param budgetEnergy - of each interval, as from `spreadBudget`, shape (n). [kWh]
 * @param stepHours - [h]
 * @returns shape (n). [kW]
 */
export function budgetShapedPower(budgetEnergy: Float64Array, stepHours: number): Float64Array {
  return budgetEnergy.map((energy) => energy / stepHours);
}

/**
 * Expected power under the clouds a satellite saw: clear-sky power times the satellite's clear-sky index.
 *
 * @param clearSkyPower - modelled without clouds, shape (n). [kW]
 * @param satelliteIrradiance - global horizontal by satellite, shape (n). [W/m²]
 * @param clearSkyIrradiance - global horizontal of the cloudless sky, shape (n). [W/m²]
 * @returns shape (n). [kW] 0 where the cloudless sky is dark; NaN where an input is NaN
 * @throws RangeError when the lengths differ
 */
export function satelliteShapedPower(
  clearSkyPower: Float64Array,
  satelliteIrradiance: Float64Array,
  clearSkyIrradiance: Float64Array,
): Float64Array {
  return combine(clearSkyPower, satelliteIrradiance, clearSkyIrradiance, (power, satellite, clear) =>
    clear <= 0 ? 0 : power * Math.max(0, satellite / clear),
  );
}
