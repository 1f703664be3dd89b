import { combine } from '@solvane/series/combine';

/** Of the saturation vapour pressure over water between −45 and 60 °C. */
const MAGNUS = { slope: 17.62, offset: 243.12 };

/**
 * Temperature at which the moisture of the air would condense.
 *
 * @param temperature - of the air, shape (n). [°C]
 * @param relativeHumidity - shape (n). [%]
 * @returns shape (n). [°C] NaN where an input is, and in air without moisture
 * @throws RangeError when the lengths differ
 * @see Magnus formula with the coefficients of WMO-No. 8; 20 °C at 50 % → 9.26 °C
 */
export function dewPoint(temperature: Float64Array, relativeHumidity: Float64Array): Float64Array {
  return combine(temperature, relativeHumidity, (degrees, percent) => {
    if (!(percent > 0)) return Number.NaN;
    const moisture = Math.log(Math.min(percent, 100) / 100) + (MAGNUS.slope * degrees) / (MAGNUS.offset + degrees);
    return (MAGNUS.offset * moisture) / (MAGNUS.slope - moisture);
  });
}
