import { combine } from '@solvane/series/combine';

/** How freely air reaches the back of the modules, and what they are made of. */
export type Mounting = 'openRackGlassPolymer' | 'openRackGlassGlass' | 'closeMountGlassGlass' | 'insulatedBack';

interface MountingCoefficients {
  a: number;
  b: number;
  /** Cell above back of module at 1000 W/m². [°C] */
  cellRise: number;
}

export const MOUNTINGS: Record<Mounting, MountingCoefficients> = {
  openRackGlassPolymer: { a: -3.56, b: -0.075, cellRise: 3 },
  openRackGlassGlass: { a: -3.47, b: -0.0594, cellRise: 3 },
  closeMountGlassGlass: { a: -2.98, b: -0.0471, cellRise: 1 },
  insulatedBack: { a: -2.81, b: -0.0455, cellRise: 0 },
};

/** Wind assumed where none is measured: light, so cells are taken as warm. Such points deserve the SUSPECT flag. [m/s] */
export const ASSUMED_WIND_SPEED = 1;

export interface ModuleTemperatureOptions {
  /** In the plane of the modules, shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n). [°C] */
  ambientTemperature: Float64Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  mounting?: Mounting;
}

/**
 * Temperature of the back of a module by the Sandia model.
 *
 * Without sun it is the temperature of the air. Where only the wind is missing, ASSUMED_WIND_SPEED takes its place.
 *
 * @param options - weather columns and mounting
 * @returns shape (n). [°C] NaN where irradiance or air temperature is NaN
 * @throws RangeError when the lengths differ
 * @see King, Boyson & Kratochvil, SAND2004-3535; 800 W/m², 25 °C, 3 m/s, glass/polymer → 43.16709
 */
export function moduleTemperature({
  planeIrradiance,
  ambientTemperature,
  windSpeed,
  mounting = 'openRackGlassPolymer',
}: ModuleTemperatureOptions): Float64Array {
  const { a, b } = MOUNTINGS[mounting];
  return combine(planeIrradiance, ambientTemperature, windSpeed, (irradiance, ambient, wind) => {
    const knownWind = Number.isNaN(wind) ? ASSUMED_WIND_SPEED : wind;
    return Math.max(0, irradiance) * Math.exp(a + b * knownWind) + ambient;
  });
}

/**
 * Temperature of the cells above a measured or modelled back of the module.
 *
 * @param backTemperature - shape (n). [°C]
 * @param planeIrradiance - shape (n). [W/m²]
 * @param mounting - kind of module and rack
 * @returns shape (n). [°C] NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see King, Boyson & Kratochvil, SAND2004-3535; 43.16709 °C at 800 W/m², glass/polymer → 45.56709
 */
export function cellTemperature(
  backTemperature: Float64Array,
  planeIrradiance: Float64Array,
  mounting: Mounting = 'openRackGlassPolymer',
): Float64Array {
  const { cellRise } = MOUNTINGS[mounting];
  return combine(backTemperature, planeIrradiance, (back, irradiance) => back + (cellRise * Math.max(0, irradiance)) / 1000);
}

export interface CellTemperatureOptions extends ModuleTemperatureOptions {
  /** Measured back of the module, shape (n). [°C] NaN where it is missing or estimated itself */
  measuredBack?: Float64Array;
}

/**
 * Temperature of the cells from whatever is known: a measured back of the module counts before the model.
 *
 * @param options - weather columns, mounting and measurement
 * @returns shape (n). [°C] NaN where irradiance is NaN, or the air temperature is and nothing was measured on the module
 * @throws RangeError when the lengths differ
 */
export function bestCellTemperature({ measuredBack, ...weather }: CellTemperatureOptions): Float64Array {
  const modelled = moduleTemperature(weather);
  const back = measuredBack ? combine(measuredBack, modelled, (measured, model) => (Number.isNaN(measured) ? model : measured)) : modelled;
  return cellTemperature(back, weather.planeIrradiance, weather.mounting);
}
