import { commonLength } from '@solvane/series/combine';
import { QUALITY_FLAGS } from '../flags.ts';

/** An inverter under the light of the judged sensor. */
export interface LitInverter {
  /** What stood its own tests, shape (n). [kW] */
  power: Float64Array;
  /** [kW] */
  capacityDc: number;
}

/**
 * Marks irradiance too low for the power made of it: the sensor is dirty, shaded or off.
 *
 * @param irradiance - what stood the sensor's own tests, shape (n). [W/m²]
 * @param inverters - those that refer to the sensor; per interval the ones with a value count
 * @param limit - largest plausible performance ratio, and the irradiance above which it is asked for [W/m²]
 * @param flags - shape (n), PR_HIGH is set in place
 * @throws RangeError when the lengths differ
 * @see 900 kW of 1000 kW at 760 W/m² → 1.184211
 */
export function flagHighPerformanceRatio(
  irradiance: Float64Array,
  inverters: readonly LitInverter[],
  { maxPr, minIrradiance }: { maxPr: number; minIrradiance: number },
  flags: Int32Array,
): void {
  const length = commonLength(irradiance, ...inverters.map((inverter) => inverter.power));
  for (let i = 0; i < length; i++) {
    const light = irradiance[i] ?? Number.NaN;
    if (!(light > minIrradiance)) continue;
    let power = 0;
    let capacity = 0;
    for (const inverter of inverters) {
      const made = inverter.power[i] ?? Number.NaN;
      if (Number.isNaN(made) || !(inverter.capacityDc > 0)) continue;
      power += made;
      capacity += inverter.capacityDc;
    }
    if (power / ((capacity * light) / 1000) > maxPr) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.PR_HIGH;
  }
}
