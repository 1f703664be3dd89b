import { commonLength } from '@solvane/series/combine';
import { levelShifts } from '@solvane/series/level-shifts';
import { median } from '@solvane/series/quantile';

export interface EnergyLevelOptions {
  /** Consecutive days, shape (n). [d] */
  days: Float64Array;
  /** Daily energy, shape (n). [kWh] NaN is left out */
  energy: Float64Array;
  /** Daily insolation or clear-sky insolation, shape (n). Absent: seasons are removed by comparison of years */
  insolation?: Float64Array;
  /** Smallest change that counts, as a share of the level. */
  minShift?: number;
}

/** Days around one level of output. */
export interface EnergyLevel {
  firstDay: number;
  lastDay: number;
  /** Relative to the median of all days. */
  level: number;
}

const YEAR_DAYS = 365.25;
const SEASON_REACH_DAYS = 15;
const LEVEL_DAYS = 30;
const SEASON_ROUNDS = 3;

/**
 * Lasting changes of a system's output: modules added or removed, another transformer factor, another meter.
 *
 * @param options - daily energies
 * @returns levels in order that cover all days; one when nothing changed, none without energy
 * @throws RangeError when the lengths differ
 * @see data shifts of PVAnalytics: Perry et al., IEEE PVSC 2022
 */
export function energyLevels({ days, energy, insolation, minShift = 0.1 }: EnergyLevelOptions): EnergyLevel[] {
  commonLength(days, energy, ...(insolation ? [insolation] : []));
  const levelsAgainst = (season: Float64Array) => levelShifts(relativeTo(season, energy), { minPoints: LEVEL_DAYS, minShift, penalty: 20 });
  let found = levelsAgainst(insolation ?? seasonOf(days, energy));
  // A season learned over a shift holds a part of it: it is learned again from energies brought to one level.
  for (let round = 0; !insolation && round < SEASON_ROUNDS && found.length > 1; round++) {
    const leveled = energy.slice();
    for (const { start, end, level } of found) for (let i = start; i < end; i++) leveled[i] = (leveled[i] ?? Number.NaN) / level;
    found = levelsAgainst(seasonOf(days, leveled));
  }
  return found.map(({ start, end, level }) => ({ firstDay: days[start] ?? Number.NaN, lastDay: days[end - 1] ?? Number.NaN, level }));
}

function relativeTo(season: Float64Array, energy: Float64Array): Float64Array {
  const index = energy.map((value, i) => (value > 0 && (season[i] ?? Number.NaN) > 0 ? value / (season[i] ?? Number.NaN) : Number.NaN));
  const middle = median(index);
  return index.map((value) => value / middle);
}

/** What is usual at this time of the year: the median of all years within half a month; with less than two years: no season. */
function seasonOf(days: Float64Array, energy: Float64Array): Float64Array {
  const span = (days.at(-1) ?? Number.NaN) - (days[0] ?? Number.NaN);
  if (!(span >= 2 * YEAR_DAYS - SEASON_REACH_DAYS)) return new Float64Array(days.length).fill(1);
  const byDayOfYear: number[][] = Array.from({ length: 366 }, () => []);
  const dayOfYear = (day: number) => Math.floor(((day % YEAR_DAYS) + YEAR_DAYS) % YEAR_DAYS);
  energy.forEach((value, i) => {
    if (value > 0) byDayOfYear[dayOfYear(days[i] ?? 0)]?.push(value);
  });
  const medians = Float64Array.from({ length: 366 }, (_, day) => {
    const near: number[] = [];
    for (let offset = -SEASON_REACH_DAYS; offset <= SEASON_REACH_DAYS; offset++)
      near.push(...(byDayOfYear[(day + offset + 366) % 366] ?? []));
    return near.length === 0 ? Number.NaN : median(Float64Array.from(near));
  });
  return Float64Array.from(days, (day) => medians[dayOfYear(day)] ?? Number.NaN);
}
