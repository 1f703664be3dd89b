import { commonLength } from '@solvane/series/combine';
import { median, quantile } from '@solvane/series/quantile';
import { rollingMedian } from '@solvane/series/rolling';
import { theilSenLine } from '@solvane/series/theil-sen';

export interface SoilingOptions {
  /** Daily performance index, shape (days). */
  index: Float64Array;
  /** Daily insolation, shape (days). [kWh/m²] */
  insolation: Float64Array;
  /** Daily rain, shape (days). [mm] Absent: cleanings are read from jumps of the index */
  rainfall?: Float64Array;
  /** 1 on days with a cleaning in the log, shape (days). */
  cleaned?: Uint8Array;
}

/** A period between two cleanings. */
export interface SoilingInterval {
  /** Day of the cleaning, or the first day. */
  firstDay: number;
  /** Last day before the next cleaning. */
  lastDay: number;
  validDays: number;
  /** Change of the normalised index per day; NaN with too few days. [1/d] */
  slope: number;
  /** 95 % interval of the slope. */
  slopeLow: number;
  slopeHigh: number;
  /** Whether the decline is certain enough to be called soiling. */
  isSoiling: boolean;
}

export interface Soiling {
  intervals: SoilingInterval[];
  /** What soiling left of the output, 1 when clean, shape (days). */
  profile: Float64Array;
  /** Insolation-weighted share lost. */
  lossShare: number;
  /** Median slope of the soiling intervals; NaN without any. [1/d] */
  rate: number;
}

const CLEANING_RAIN_MM = 3;
const NORMALISING_DAYS = 365;
const NORMALISING_SHARE = 0.95;
const SMOOTHING_DAYS = 13;
const MIN_VALID_DAYS = 14;

/**
 * Soiling: steady declines of the performance index between cleanings.
 *
 * @param options - daily columns
 * @returns intervals, daily profile and loss; the loss is NaN without insolation
 * @throws RangeError when the lengths differ
 * @see after the stochastic rate and recovery method, Deceglie, Micheli & Muller, IEEE J. Photovoltaics 8 (2018), without its sampling
 */
export function soiling(options: SoilingOptions): Soiling {
  const { days, normalised, isClean } = sinceCleanings(options);
  const intervals: SoilingInterval[] = [];
  const profile = new Float64Array(days).fill(1);
  let firstDay = 0;
  for (let day = 1; day <= days; day++) {
    if (day < days && !isClean(day)) continue;
    const interval = soilingInterval(normalised, firstDay, day - 1);
    intervals.push(interval);
    if (interval.isSoiling) {
      for (let at = firstDay; at < day; at++) profile[at] = Math.max(0, 1 + interval.slope * (at - firstDay));
    }
    firstDay = day;
  }
  return { intervals, profile, lossShare: lossShare(profile, options.insolation), rate: rateOf(intervals) };
}

/**
 * The period since the last cleaning: what tells how much dirt there is now.
 *
 * @param options - daily columns
 * @returns the last interval of `soiling`; undefined without days
 * @throws RangeError when the lengths differ
 */
export function lastSoilingInterval(options: SoilingOptions): SoilingInterval | undefined {
  const { days, normalised, isClean } = sinceCleanings(options);
  if (days === 0) return undefined;
  let firstDay = days - 1;
  while (firstDay > 0 && !isClean(firstDay)) firstDay--;
  return soilingInterval(normalised, firstDay, days - 1);
}

/** The index against that of clean modules, and the days on which such a period begins. */
function sinceCleanings({ index, insolation, rainfall, cleaned }: SoilingOptions) {
  const days = commonLength(index, insolation, ...(rainfall ? [rainfall] : []), ...(cleaned ? [cleaned] : []));
  const clean = quantile(index.slice(-NORMALISING_DAYS), NORMALISING_SHARE);
  const normalised = index.map((value) => value / clean);
  const isCleaning = rainfall ? rainfall.map((rain) => (rain >= CLEANING_RAIN_MM ? 1 : 0)) : cleaningJumps(normalised);
  return { days, normalised, isClean: (day: number) => isCleaning[day] === 1 || cleaned?.[day] === 1 };
}

function soilingInterval(normalised: Float64Array, firstDay: number, lastDay: number): SoilingInterval {
  const values = normalised.slice(firstDay, lastDay + 1);
  const validDays = values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0);
  const line =
    validDays >= MIN_VALID_DAYS
      ? theilSenLine(
          values.map((_, day) => day),
          values,
        )
      : undefined;
  const { slope, slopeLow, slopeHigh } = line ?? { slope: Number.NaN, slopeLow: Number.NaN, slopeHigh: Number.NaN };
  const isSoiling = slopeHigh < 0 && slopeHigh - slopeLow < 2 * Math.abs(slope);
  return { firstDay, lastDay, validDays, slope, slopeLow, slopeHigh, isSoiling };
}

/** Without rain records: days on which the smoothed index jumps up further than its ordinary wandering explains. */
function cleaningJumps(normalised: Float64Array): Float64Array {
  const smooth = rollingMedian(normalised, SMOOTHING_DAYS);
  const jumps = smooth.map((value, day) => (day === 0 ? Number.NaN : value - (smooth[day - 1] ?? Number.NaN)));
  const sizes = jumps.map(Math.abs);
  const [lower, upper] = [quantile(sizes, 0.25), quantile(sizes, 0.75)];
  return jumps.map((jump) => (jump > upper + 1.5 * (upper - lower) ? 1 : 0));
}

function lossShare(profile: Float64Array, insolation: Float64Array): number {
  let [lost, total] = [0, 0];
  for (let day = 0; day < profile.length; day++) {
    const light = insolation[day] ?? Number.NaN;
    if (!(light > 0)) continue;
    lost += (1 - (profile[day] ?? Number.NaN)) * light;
    total += light;
  }
  return total > 0 ? lost / total : Number.NaN;
}

function rateOf(intervals: readonly SoilingInterval[]): number {
  return median(
    Float64Array.from(
      intervals.filter((interval) => interval.isSoiling),
      ({ slope }) => slope,
    ),
  );
}
