import { at, column } from '../columns/column.ts';
import { modulo } from '../columns/modulo.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import type { WindPlan } from '../fleet/site-plan.ts';
import { TURBINE_MODELS } from '../fleet/turbine-models.ts';
import { deviceSeed, siteSeed } from '../noise/channels.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SitePowerDay } from '../plant/site-power.ts';
import type { WindField } from '../weather/wind-field.ts';
import type { TurbineDay } from '../wind/turbine-day.ts';

const HOUR = 3600;
const ANEMOMETER_NOISE = 0.015;
const FEATHERED = 88;
/** Above this wind the blades turn out of it. [m/s] */
const PITCH_FROM = 12;
/** Height of the wind an external provider reports, and how it grows with height. */
const PROVIDER_HEIGHT = 10;
const SHEAR = 0.143;

/** Nacelle anemometer. [m/s] */
export function nacelleWindReading({ noise, frame, faults }: SitePowerDay, turbine: TurbineDay): Float64Array {
  const { id, deviceNo } = turbine.device;
  const wobble = normalNoiseColumn(deviceSeed(noise, deviceNo, 'sensor'), frame.grid);
  const values = column(frame.length, (i) => at(turbine.windSpeed, i) * (1 + ANEMOMETER_NOISE * at(wobble, i)));
  for (const { window } of ofKind(faults, 'stuckAnemometer', id)) {
    const stuckAt = at(values, 0);
    for (let i = 0; i < frame.length; i++) if (isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = stuckAt;
  }
  return values;
}

/** Absolute wind direction at the nacelle. [°] */
export function nacelleDirectionReading({ noise, frame }: SitePowerDay, turbine: TurbineDay): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, turbine.device.deviceNo, 'secondSensor'), frame.grid);
  return column(frame.length, (i) => direction(at(turbine.windDirection, i) + 1.5 * at(wobble, i)));
}

/** Pitch of one blade: flat below rated wind, turning out above, feathered at standstill. [°] */
export function pitchReading({ noise, frame, faults }: SitePowerDay, turbine: TurbineDay, blade: 'A' | 'B' | 'C'): Float64Array {
  const { id, deviceNo } = turbine.device;
  const wobble = normalNoiseColumn(deviceSeed(noise, deviceNo, 'thirdSensor'), frame.grid);
  const bladeShare = { A: 1, B: -1, C: 0.5 }[blade];
  const isRunning = (i: number) => at(turbine.actualKw, i) > 0;
  const values = column(frame.length, (i) => {
    const pitch = isRunning(i) ? 2 * Math.max(0, at(turbine.windSpeed, i) - PITCH_FROM) : FEATHERED;
    return pitch + 0.05 * bladeShare * at(wobble, i);
  });
  if (blade !== 'C') return values;
  for (const { effect, window } of ofKind(faults, 'pitchSpread', id)) {
    for (let i = 0; i < frame.length; i++) {
      if (isRunning(i) && isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = at(values, i) + effect.angle;
    }
  }
  return values;
}

/** Gear oil: as warm as the air and the load make it. [°C] */
export function gearOilReading({ noise, frame, ambient }: SitePowerDay, turbine: TurbineDay): Float64Array {
  const inertia = valueNoiseColumn(deviceSeed(noise, turbine.device.deviceNo, 'temperature'), frame.grid, HOUR);
  return column(frame.length, (i) => {
    const load = Math.max(0, at(turbine.actualKw, i)) / turbine.ratedKw;
    return at(ambient, i) + 12 + 38 * load + 1.5 * at(inertia, i);
  });
}

export function mastWindReading({ noise, frame }: SitePowerDay, wind: WindField, device: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'sensor'), frame.grid);
  return column(frame.length, (i) => at(wind.speed, i) * (1 + 0.01 * at(wobble, i)));
}

export function mastDirectionReading({ noise, frame }: SitePowerDay, wind: WindField, device: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'secondSensor'), frame.grid);
  return column(frame.length, (i) => direction(at(wind.direction, i) + at(wobble, i)));
}

/** Wind of an external provider, ten metres above the ground. [m/s] */
export function externalWindReading({ noise, frame }: SitePowerDay, wind: WindField, plan: WindPlan): Float64Array {
  const error = valueNoiseColumn(siteSeed(noise, 'satelliteSlow'), frame.grid, 3 * HOUR);
  const toProvider = (PROVIDER_HEIGHT / TURBINE_MODELS[plan.model].hubHeight) ** SHEAR;
  return column(frame.length, (i) => at(wind.speed, i) * toProvider * Math.max(0.5, 1 + 0.08 * at(error, i)));
}

/** Rounded to what is reported before it is wrapped, so that 359.96 reads 0.0 and not 360.0. */
function direction(angle: number): number {
  return modulo(Math.round(angle * 10) / 10, 360);
}
