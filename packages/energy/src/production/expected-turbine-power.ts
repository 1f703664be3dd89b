import { type ConditionalCurve, powerFromSelectedCurves, selectCurves } from '../wind/curve-selection.ts';
import { type Neighbour, neighbourPower } from '../wind/neighbour-power.ts';
import type { PowerCurveType } from '../wind/power-curve-types.ts';
import { type RankedReference, valueFromReferences } from '../wind/reference-turbines.ts';
import { type CoefficientColumns, expectedWindPower } from './expected-coefficients.ts';
import { DEFAULT_EXPECTED_METHODS, type ExpectedMethod, type ExpectedPower, firstExpected } from './expected-methods.ts';

export interface TurbineExpectationOptions {
  /** Order in which methods are asked; those of other kinds of plant are passed over. */
  methods?: readonly ExpectedMethod[];
  /** Interval starts, shape (n). */
  startsMs: Float64Array;
  /** IANA zone of the site. */
  zone: string;
  /** Assigned to the turbine. */
  curves: readonly ConditionalCurve[];
  /** By the nacelle anemometer, shape (n). [m/s] NaN while the turbine does not run undisturbed or the value is an estimate: behind a
   * standing rotor the anemometer reads something else. */
  nacelleWind: Float64Array;
  /** Mast or external wind at hub height, shape (n). [m/s] */
  mastWind: Float64Array;
  /** shape (n). [kg/m³] */
  airDensity: Float64Array;
  /** shape (n). [°] */
  windDirection: Float64Array;
  /** Best rank first. */
  references: readonly RankedReference[];
  /** Within reach. */
  neighbours: readonly Neighbour[];
  /** Mean power of the same months of recent years, shape (n). [kW] Absent: not known */
  recentYears?: Float64Array;
  /** [kW] */
  ratedPower: number;
  coefficients: CoefficientColumns;
}

/**
 * Expected power of a turbine, also while it stands: then references, neighbours or the mast tell what its own anemometer cannot.
 *
 * Nominal curves are reduced by the normal losses of the month; methods that rest on measured power contain them already.
 *
 * @param options - wind, curves and other turbines
 * @returns power and the method of each interval; NaN where no method has an answer
 * @throws RangeError when the lengths differ, or no method is left to ask
 */
export function expectedTurbinePower(options: TurbineExpectationOptions): ExpectedPower {
  const { methods = DEFAULT_EXPECTED_METHODS.Wind, startsMs, references, neighbours, ratedPower, nacelleWind, mastWind } = options;
  const unknown = () => new Float64Array(startsMs.length).fill(Number.NaN);
  const nominal = (windSpeed: Float64Array) => expectedWindPower(curvePower('Nominal', windSpeed, options), options.coefficients);
  const answers: Partial<Record<ExpectedMethod, () => Float64Array>> = {
    effectiveCurve: () => curvePower('Effective', nacelleWind, options),
    nominalCurve: () => nominal(nacelleWind),
    referenceTurbines: () => (references.length > 0 ? valueFromReferences(references, ratedPower) : unknown()),
    neighbourTurbines: () => (neighbours.length > 0 ? neighbourPower({ neighbours, ratedPower }) : unknown()),
    mastWind: () => nominal(mastWind),
    recentYears: () => options.recentYears ?? unknown(),
  };
  return firstExpected(methods.flatMap((method) => (answers[method] ? [{ method, power: answers[method] }] : [])));
}

function curvePower(type: PowerCurveType, windSpeed: Float64Array, options: TurbineExpectationOptions): Float64Array {
  const { curves, startsMs, zone, airDensity, windDirection } = options;
  const selection = selectCurves({ curves, type, fallsBackToNominal: false, startsMs, zone, airDensity, windDirection });
  return powerFromSelectedCurves({ curves, selection, windSpeed, airDensity });
}
