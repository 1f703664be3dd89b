import { commonLength } from '@solvane/series/combine';
import { mean } from '@solvane/series/moments';
import { median } from '@solvane/series/quantile';

export interface YawMisalignmentOptions {
  /** Of an undisturbed turbine, shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** Relative to the nacelle, shape (n). [°] */
  windVane: Float64Array;
}

/** Winds between starting and the rating, in bins of 1 m/s. [m/s] */
const SPEEDS = [5, 6, 7, 8] as const;
const LARGEST_ANGLE = 12;
const SAMPLES_PER_ANGLE = 30;
const ANGLES_AT_LEAST = 9;
const EXPONENTS = Array.from({ length: 16 }, (_, i) => 0.5 + 0.5 * i);
const OFFSETS = Array.from({ length: 401 }, (_, i) => -20 + 0.1 * i);
const RADIANS = Math.PI / 180;

/**
 * Where a turbine gives most, relative to where its vane says the wind is: a turbine that looks past the wind gives most at another angle than it
 * stands at.
 *
 * In each wind, power per cubed wind speed is averaged by angle and held against A·cosⁿ(x − x₀). Offsets of the winds are combined by their median.
 *
 * @param options - at least two months, because angles beyond the usual ones are rare
 * @returns x₀ less the mean angle. [°] NaN when no wind has enough angles with enough samples
 * @throws RangeError when the lengths differ
 * @see static yaw misalignment in NREL OpenOA
 */
export function yawMisalignment({ power, windSpeed, windVane }: YawMisalignmentOptions): number {
  const n = commonLength(power, windSpeed, windVane);
  const offsets = SPEEDS.flatMap((from) => {
    const angles: number[] = [];
    const byAngle = new Map<number, { sum: number; count: number }>();
    for (let i = 0; i < n; i++) {
      const [speed, angle, kw] = [windSpeed[i] ?? Number.NaN, windVane[i] ?? Number.NaN, power[i] ?? Number.NaN];
      if (!(speed >= from && speed < from + 1 && Math.abs(angle) <= LARGEST_ANGLE && kw > 0)) continue;
      angles.push(angle);
      const at = byAngle.get(Math.round(angle)) ?? { sum: 0, count: 0 };
      byAngle.set(Math.round(angle), { sum: at.sum + kw / speed ** 3, count: at.count + 1 });
    }
    const bins = [...byAngle].filter(([, { count }]) => count >= SAMPLES_PER_ANGLE);
    if (bins.length < ANGLES_AT_LEAST) return [];
    const best = bestAngle(bins.map(([angle, { sum, count }]) => ({ angle, gain: sum / count, weight: count })));
    return [best - mean(Float64Array.from(angles))];
  });
  return offsets.length === 0 ? Number.NaN : median(Float64Array.from(offsets));
}

/** Least squares over all offsets and exponents; the amplitude of each follows by itself. */
function bestAngle(bins: readonly { angle: number; gain: number; weight: number }[]): number {
  let [best, leastError] = [Number.NaN, Number.POSITIVE_INFINITY];
  for (const offset of OFFSETS) {
    const cosines = bins.map(({ angle }) => Math.cos((angle - offset) * RADIANS));
    for (const exponent of EXPONENTS) {
      let [product, square, total] = [0, 0, 0];
      bins.forEach(({ gain, weight }, k) => {
        const shape = (cosines[k] ?? 0) ** exponent;
        product += weight * gain * shape;
        square += weight * shape * shape;
        total += weight * gain * gain;
      });
      const error = total - (product * product) / square;
      if (error < leastError) [best, leastError] = [offset, error];
    }
  }
  return best;
}
