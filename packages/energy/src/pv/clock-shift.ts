import { commonLength } from '@solvane/series/combine';
import { leastSquares } from '@solvane/series/least-squares';
import { type LevelSegment, levelShifts } from '@solvane/series/level-shifts';

export interface LightCentreOptions {
  /** Power or irradiance of one local day, shape (n). NaN is left out */
  values: Float64Array;
  /** What a cloudless sky gives in the same plane, shape (n). */
  clearSky: Float64Array;
  /** [min] */
  stepMinutes: number;
}

/** Where the light of a day has its centre of mass. */
export interface LightCentre {
  /** Minutes since the first interval began. */
  measured: number;
  clearSky: number;
  /** Energy measured as a share of the clear-sky energy of the same intervals. */
  clearness: number;
}

/**
 * Centre of mass of a day's light, measured and under a cloudless sky. Their difference is the error of a logger's clock; clouds add noise to it.
 *
 * @param options - columns of one day
 * @returns undefined without light
 * @throws RangeError when the lengths differ
 */
export function lightCentre({ values, clearSky, stepMinutes }: LightCentreOptions): LightCentre | undefined {
  const n = commonLength(values, clearSky);
  const measured = { light: 0, moment: 0 };
  const clear = { light: 0, moment: 0 };
  for (let i = 0; i < n; i++) {
    const value = values[i] ?? Number.NaN;
    const minute = (i + 0.5) * stepMinutes;
    const light = Math.max(0, value);
    const cloudless = Number.isNaN(value) ? 0 : Math.max(0, clearSky[i] ?? Number.NaN);
    if (Number.isNaN(light + cloudless)) continue;
    measured.light += light;
    measured.moment += light * minute;
    clear.light += cloudless;
    clear.moment += cloudless * minute;
  }
  if (!(measured.light > 0) || !(clear.light > 0)) return undefined;
  return { measured: measured.moment / measured.light, clearSky: clear.moment / clear.light, clearness: measured.light / clear.light };
}

export interface ClockShiftOptions {
  /** Local days, rising, shape (n). */
  days: Float64Array;
  /** Difference of the centres, measured minus clear sky, shape (n). [min] NaN: no light */
  offsets: Float64Array;
  /** Smallest change of the clock that counts. [min] */
  minShift?: number;
  /** The clear sky is not that of the plane: its orientation then moves the centre with the seasons, which is taken out. */
  isPlaneUnknown?: boolean;
}

/** Days over which a clock was wrong by the same amount. */
export interface ClockSegment {
  firstDay: number;
  lastDay: number;
  /** Positive: the clock is ahead. [min] With an unknown plane only differences between segments have a meaning */
  shift: number;
}

/** Half of the smallest error people make with clocks, which is half an hour. [min] */
const SMALLEST_SHIFT = 15;
/** Days before a new error of the clock is believed. */
const SEGMENT_DAYS = 7;
const YEAR_DAYS = 365.25;
const SEASON_ROUNDS = 3;

/**
 * Periods in which a logger's clock was off, from the daily centre of light: forgotten daylight saving time, a wrong zone, a clock set by hand.
 *
 * @param options - difference of the centres by day
 * @returns segments in order; one whose shift is near 0 when the clock is right, none without light
 * @throws RangeError when the lengths differ
 */
export function clockShifts({ days, offsets, minShift = SMALLEST_SHIFT, isPlaneUnknown = false }: ClockShiftOptions): ClockSegment[] {
  commonLength(days, offsets);
  const segmentsOf = (values: Float64Array) => levelShifts(values, { minPoints: SEGMENT_DAYS, minShift });
  let found = segmentsOf(offsets);
  for (let round = 0; isPlaneUnknown && round < SEASON_ROUNDS; round++) found = segmentsOf(withoutSeason(days, offsets, found));
  return found.map(({ start, end, level }) => ({
    firstDay: days[start] ?? Number.NaN,
    lastDay: days[end - 1] ?? Number.NaN,
    shift: level,
  }));
}

/** Takes out the yearly wave that fits best beside a level of its own for each segment. */
function withoutSeason(days: Float64Array, offsets: Float64Array, segments: readonly LevelSegment[]): Float64Array {
  const wave = (harmonic: number, turn: (angle: number) => number) =>
    Float64Array.from(days, (day) => turn((2 * Math.PI * harmonic * day) / YEAR_DAYS));
  const season = [wave(1, Math.cos), wave(1, Math.sin), wave(2, Math.cos), wave(2, Math.sin)];
  const levels = segments.map(({ start, end }) => Float64Array.from(days, (_, i) => (i >= start && i < end ? 1 : 0)));
  const factors = leastSquares([...season, ...levels], offsets);
  if (!factors) return offsets;
  return offsets.map((offset, i) => season.reduce((rest, column, k) => rest - (factors[k] ?? 0) * (column[i] ?? 0), offset));
}
