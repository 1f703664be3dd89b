import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';

/** Light on the modules of a site as a budget plans it, each inverter weighing by its nameplate. Sums of days add up to those of any period. */
export interface ResourceSums {
  /** [kWh/m²] */
  insolation: number;
  /** Insolation times cell temperature [kWh/m²·°C], and times the temperature coefficient [kWh/m²/°C]: divided by the insolation, their means. */
  warmth: number;
  coefficient: number;
}

/**
 * Light and warmth of a day, to be held against what a budget was made with.
 *
 * @param context - everything known of the day
 * @returns undefined at a site without modules; an interval without light or temperature adds nothing
 */
export function resourceSums({ expectations, frame }: Pick<DetectContext, 'expectations' | 'frame'>): ResourceSums | undefined {
  const solar = expectations.flatMap(({ device, weather }) =>
    weather?.kind === 'solar' && device.capacityDc > 0 ? [{ device, weather }] : [],
  );
  const nameplate = solar.reduce((sum, { device }) => sum + device.capacityDc, 0);
  if (nameplate === 0) return undefined;
  const sums: ResourceSums = { insolation: 0, warmth: 0, coefficient: 0 };
  for (const { device, weather } of solar) {
    const irradiance = ofDay(weather.irradiance, frame);
    const cellTemperature = ofDay(weather.cellTemperature, frame);
    const toInsolation = (frame.stepHours / 1000) * (device.capacityDc / nameplate);
    let light = 0;
    let warmth = 0;
    for (let i = 0; i < irradiance.length; i++) {
      const watts = irradiance[i] ?? Number.NaN;
      const degrees = cellTemperature[i] ?? Number.NaN;
      if (!(watts > 0) || Number.isNaN(degrees)) continue;
      light += watts;
      warmth += watts * degrees;
    }
    sums.insolation += light * toInsolation;
    sums.warmth += warmth * toInsolation;
    sums.coefficient += light * toInsolation * device.temperatureCoefficient;
  }
  return sums;
}
