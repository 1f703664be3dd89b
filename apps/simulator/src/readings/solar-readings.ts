import { STEP_MS } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import { isActive, ofKind } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import { deviceSeed, siteSeed } from '../noise/channels.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SitePowerDay } from '../plant/site-power.ts';
import { backOfModules } from '../pv/inverter-day.ts';
import { rainfall } from '../weather/sky.ts';
import type { SolarField } from '../weather/solar-field.ts';

const PYRANOMETER_NOISE = 0.006;
const HOUR = 3600;
const HOUR_MS = 3_600_000;

/** What a pyranometer in the plane of the modules reports, with what ails it. [W/m²] */
export function planeReading(power: SitePowerDay, solar: SolarField, device: DemoDevice): Float64Array {
  const { frame, faults } = power;
  const values = pyranometer(power, solar, { light: solar.plane, device, channel: 'sensor' });
  for (const { effect, window } of ofKind(faults, 'sensorDrift', device.id)) {
    const share = 1 + (effect.perYear * (frame.faultDay - window.fromDay)) / 365;
    for (let i = 0; i < frame.length; i++) if (at(values, i) > 0) values[i] = at(values, i) * share;
  }
  for (const { effect, window } of ofKind(faults, 'stuckIrradiance', device.id)) {
    for (let i = 0; i < frame.length; i++) if (isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = effect.value;
  }
  for (const { effect } of ofKind(faults, 'irradianceSpikes', device.id)) {
    for (const hour of effect.atHours) {
      const i = Math.round((hour * HOUR_MS) / STEP_MS);
      values[i] = at(values, i) + effect.height;
    }
  }
  return values;
}

/** Global horizontal irradiance as a pyranometer reports it. [W/m²] */
export function horizontalReading(power: SitePowerDay, solar: SolarField, device: DemoDevice): Float64Array {
  return pyranometer(power, solar, { light: solar.irradiance.ghi, device, channel: 'secondSensor' });
}

/** What a satellite sees of the same plane: right on average, coarse in each interval. [W/m²] */
export function satelliteReading({ noise, frame }: SitePowerDay, solar: SolarField): Float64Array {
  const slow = valueNoiseColumn(siteSeed(noise, 'satelliteSlow'), frame.grid, 24 * HOUR);
  const fast = valueNoiseColumn(siteSeed(noise, 'satelliteFast'), frame.grid, HOUR);
  return column(frame.length, (i) => Math.max(0, at(solar.plane, i) * (1 + 0.04 * at(slow, i) + 0.05 * at(fast, i))));
}

export function moduleTemperatureReading(power: SitePowerDay, solar: SolarField, device: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(power.noise, device.deviceNo, 'temperature'), power.frame.grid);
  const back = backOfModules({ field: solar, ambient: power.ambient });
  return column(power.frame.length, (i) => at(back, i) + 0.2 * at(wobble, i));
}

export function breezeReading({ noise, frame }: SitePowerDay, solar: SolarField, device: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'thirdSensor'), frame.grid);
  return column(frame.length, (i) => Math.max(0, at(solar.windSpeed, i) * (1 + 0.03 * at(wobble, i))));
}

export function rainReading({ plan, noise, frame, faults }: SitePowerDay): Float64Array {
  return rainfall({ plan, noise, frame, faults });
}

/** Snow on the ground: melts evenly to its last day. [cm] */
export function snowReading({ frame, faults }: SitePowerDay): Float64Array {
  const snow = ofKind(faults, 'snow')[0];
  if (!snow) return new Float64Array(frame.length);
  const { effect, window } = snow;
  const days = (window.toDay ?? window.fromDay) - window.fromDay + 1;
  return column(frame.length, (i) =>
    Math.max(1, effect.depthCm * (1 - (frame.faultDay - window.fromDay + at(frame.localHours, i) / 24) / days)),
  );
}

export function trackerReading({ noise, frame, faults }: SitePowerDay, rotation: Float64Array, device: DemoDevice): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'sensor'), frame.grid);
  // Parked at night it does not move at all.
  const values = column(frame.length, (i) => (at(rotation, i) === 0 ? 0 : at(rotation, i) + 0.2 * at(wobble, i)));
  for (const { effect, window } of ofKind(faults, 'trackerStuck', device.id)) {
    for (let i = 0; i < frame.length; i++) if (isActive(window, frame.faultDay, at(frame.localHours, i))) values[i] = effect.angle;
  }
  return values;
}

/** Noise by day; by night the dome radiates to the cold sky and the instrument reads a little less than nothing. */
function pyranometer(
  { noise, frame }: SitePowerDay,
  solar: SolarField,
  { light, device, channel }: { light: Float64Array; device: DemoDevice; channel: 'sensor' | 'secondSensor' },
): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, channel), frame.grid);
  const offset = valueNoiseColumn(deviceSeed(noise, device.deviceNo, 'nightOffset'), frame.grid, 6 * HOUR);
  return column(frame.length, (i) =>
    solar.isDay[i] === 1 ? at(light, i) * (1 + PYRANOMETER_NOISE * at(wobble, i)) : Math.min(-1, Math.max(-4, -2.5 + at(offset, i))),
  );
}
