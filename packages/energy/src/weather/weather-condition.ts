export const WEATHER_CONDITIONS = ['Storm', 'Snow', 'Rain', 'Night', 'Clear', 'PartlyCloudy', 'Cloudy', 'Overcast', 'Unknown'] as const;

export type WeatherCondition = (typeof WEATHER_CONDITIONS)[number];

/** Weather of one interval; NaN where unknown. */
export interface Weather {
  /** [m/s] */
  windSpeed: number;
  /** [mm/h] */
  rainRate: number;
  /** [°C] */
  ambientTemperature: number;
  /** Apparent zenith of the sun. [°] */
  apparentZenith: number;
  /** Global irradiance as a share of clear sky. */
  clearSkyIndex: number;
}

const STORM_FROM = 17;
const RAIN_FROM = 0.2;
const CLEAR_FROM = 0.85;
const PARTLY_CLOUDY_FROM = 0.55;
const CLOUDY_FROM = 0.25;

/**
 * One word for the weather, for display only: the first that fits of storm, snow, rain, night and the states of the sky.
 *
 * @param weather - of one interval
 * @returns Unknown when nothing is known that would name a state
 */
export function weatherCondition({ windSpeed, rainRate, ambientTemperature, apparentZenith, clearSkyIndex }: Weather): WeatherCondition {
  if (windSpeed >= STORM_FROM) return 'Storm';
  if (rainRate >= RAIN_FROM) return ambientTemperature <= 0 ? 'Snow' : 'Rain';
  if (apparentZenith >= 90) return 'Night';
  if (clearSkyIndex >= CLEAR_FROM) return 'Clear';
  if (clearSkyIndex >= PARTLY_CLOUDY_FROM) return 'PartlyCloudy';
  if (clearSkyIndex >= CLOUDY_FROM) return 'Cloudy';
  return Number.isNaN(clearSkyIndex) ? 'Unknown' : 'Overcast';
}
