import { commonLength } from '@solvane/series/combine';

export interface DailyIndexOptions {
  /** Measured energy, shape (n). [kWh] */
  energy: Float64Array;
  /** Expected energy, shape (n). [kWh] For degradation: computed without any degradation, or the trend is divided out. */
  expectedEnergy: Float64Array;
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** 1 where an event or clipping hides the performance, shape (n). */
  excluded: Uint8Array;
  /** Position of each interval's local day, 0 to days − 1, shape (n). */
  dayIndex: Int32Array;
  /** [h] */
  stepHours: number;
}

/** What a site made of clear, undisturbed hours, one value per local day. */
export interface DailyIndex {
  /** Measured divided by expected energy, shape (days). NaN on days with too little undisturbed light */
  index: Float64Array;
  /** Insolation of all intervals of the day, shape (days). [kWh/m²] */
  insolation: Float64Array;
}

const MIN_IRRADIANCE = 200;
const MIN_INSOLATION = 0.5;

/**
 * Daily performance index: what soiling and degradation are read from.
 *
 * @param options - columns of whole local days
 * @returns columns of shape (days)
 * @throws RangeError when the lengths differ
 */
export function dailyPerformanceIndex({
  energy,
  expectedEnergy,
  planeIrradiance,
  excluded,
  dayIndex,
  stepHours,
}: DailyIndexOptions): DailyIndex {
  const n = commonLength(energy, expectedEnergy, planeIrradiance, excluded, dayIndex);
  const days = dayIndex.reduce((highest, day) => Math.max(highest, day + 1), 0);
  const made = new Float64Array(days);
  const expected = new Float64Array(days);
  const used = new Float64Array(days);
  const insolation = new Float64Array(days);
  for (let i = 0; i < n; i++) {
    const day = dayIndex[i] ?? 0;
    const irradiance = planeIrradiance[i] ?? Number.NaN;
    const light = (Math.max(0, irradiance) * stepHours) / 1000;
    if (light > 0) insolation[day] = (insolation[day] ?? 0) + light;
    const pair = (energy[i] ?? Number.NaN) + (expectedEnergy[i] ?? Number.NaN);
    if (!(irradiance > MIN_IRRADIANCE) || excluded[i] === 1 || Number.isNaN(pair)) continue;
    made[day] = (made[day] ?? 0) + (energy[i] ?? 0);
    expected[day] = (expected[day] ?? 0) + (expectedEnergy[i] ?? 0);
    used[day] = (used[day] ?? 0) + light;
  }
  const index = made.map((energyOfDay, day) =>
    (used[day] ?? 0) >= MIN_INSOLATION && (expected[day] ?? 0) > 0 ? energyOfDay / (expected[day] ?? Number.NaN) : Number.NaN,
  );
  return { index, insolation };
}
