import { temperatureAdjustedNominalPower } from '../pv/nominal-power.ts';
import { type PeerInverter, peerPower } from '../pv/peer-power.ts';
import { pvwattsAcPower, pvwattsDcPower } from '../pv/pvwatts.ts';
import { type CoefficientColumns, expectedSolarPower } from './expected-coefficients.ts';
import {
  budgetShapedPower,
  DEFAULT_EXPECTED_METHODS,
  type ExpectedMethod,
  type ExpectedPower,
  firstExpected,
  satelliteShapedPower,
} from './expected-methods.ts';

export interface InverterExpectationOptions {
  /** Order in which methods are asked; those of other kinds of plant are passed over. */
  methods?: readonly ExpectedMethod[];
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n). [°C] */
  cellTemperature: Float64Array;
  /** DC nameplate. [kW] */
  nameplate: number;
  acRating: number;
  /** [1/°C] */
  temperatureCoefficient?: number;
  coefficients: CoefficientColumns;
  /** Loss between modules and inverter for PVWatts, 0 to 1. */
  systemLoss?: number;
  /** Other inverters of the site. */
  peers: readonly PeerInverter[];
  /** Cloudless sky and what a satellite saw of it. Absent: no satellite */
  satellite?: {
    /** Irradiance on the plane without clouds, shape (n). [W/m²] */
    clearSkyPlane: Float64Array;
    /** Global horizontal, with and without clouds, shape (n). [W/m²] */
    irradiance: Float64Array;
    clearSky: Float64Array;
  };
  /** Budget of each interval, shape (n). [kWh] Absent: none */
  budgetEnergy?: Float64Array;
  /** [h] */
  stepHours: number;
}

/**
 * Expected power of an inverter, also while its own sensors are silent: then peers, a satellite or the budget tell what to expect.
 *
 * @param options - weather, coefficients and other inverters
 * @returns power and the method of each interval; NaN where no method has an answer
 * @throws RangeError when the lengths differ, or no method is left to ask
 */
export function expectedInverterPower(options: InverterExpectationOptions): ExpectedPower {
  const { methods = DEFAULT_EXPECTED_METHODS.PV, planeIrradiance, peers, acRating, satellite, budgetEnergy, stepHours } = options;
  const unknown = () => new Float64Array(planeIrradiance.length).fill(Number.NaN);
  const answers: Partial<Record<ExpectedMethod, () => Float64Array>> = {
    solarCoefficients: () => expectedSolarPower(temperatureAdjustedNominalPower(options), planeIrradiance, options.coefficients),
    pvwatts: () => pvwattsAcPower(pvwattsDcPower(options), acRating),
    peerInverters: () => (peers.length > 0 ? peerPower(peers, acRating) : unknown()),
    satellite: () =>
      satellite
        ? satelliteShapedPower(clearSkyPower(satellite.clearSkyPlane, options), satellite.irradiance, satellite.clearSky)
        : unknown(),
    budgetShape: () => (budgetEnergy ? budgetShapedPower(budgetEnergy, stepHours) : unknown()),
  };
  return firstExpected(methods.flatMap((method) => (answers[method] ? [{ method, power: answers[method] }] : [])));
}

/** Without weather the cells are taken at their rated temperature. */
function clearSkyPower(clearSkyPlane: Float64Array, options: InverterExpectationOptions): Float64Array {
  const cellTemperature = clearSkyPlane.map(() => 25);
  return pvwattsAcPower(pvwattsDcPower({ ...options, planeIrradiance: clearSkyPlane, cellTemperature }), options.acRating);
}
