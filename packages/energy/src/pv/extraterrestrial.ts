/** Irradiance above the atmosphere at the mean distance of the sun. [W/m²] */
export const SOLAR_CONSTANT = 1366.1;

const MS_PER_DAY = 86_400_000;

/**
 * Normal irradiance above the atmosphere.
 *
 * @param timesMs - instants, shape (n); their UTC day of the year decides
 * @returns shape (n). [W/m²] NaN where the instant is NaN
 * @see Spencer (1971); day 1 → 1413.981805, day 172 → 1321.623593
 */
export function extraterrestrialIrradiance(timesMs: Float64Array): Float64Array {
  let knownDay = Number.NaN;
  let irradiance = Number.NaN;
  return timesMs.map((timeMs) => {
    const day = Math.floor(timeMs / MS_PER_DAY);
    if (day !== knownDay) {
      knownDay = day;
      irradiance = extraterrestrialIrradianceOfDay(utcDayOfYear(timeMs));
    }
    return irradiance;
  });
}

/**
 * Normal irradiance above the atmosphere on one day of the year.
 *
 * @param dayOfYear - 1 to 366
 * @returns irradiance. [W/m²]
 * @see Spencer (1971)
 */
export function extraterrestrialIrradianceOfDay(dayOfYear: number): number {
  const b = (2 * Math.PI * (dayOfYear - 1)) / 365;
  return (
    SOLAR_CONSTANT * (1.00011 + 0.034221 * Math.cos(b) + 0.00128 * Math.sin(b) + 0.000719 * Math.cos(2 * b) + 0.000077 * Math.sin(2 * b))
  );
}

function utcDayOfYear(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  return Math.floor((timeMs - Date.UTC(year, 0, 1)) / MS_PER_DAY) + 1;
}
