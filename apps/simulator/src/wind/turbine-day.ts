import { pressureRatioOverHeight } from '@solvane/energy/weather/standard-atmosphere';
import { airDensity, densityCorrectedWindSpeed } from '@solvane/energy/wind/air-density';
import { powerFromCurve } from '@solvane/energy/wind/power-curve';
import { at, column } from '../columns/column.ts';
import { type ActiveFault, isActive, ofKind } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import type { WindPlan } from '../fleet/site-plan.ts';
import { TURBINE_MODELS, type TurbineModel } from '../fleet/turbine-models.ts';
import { applyCause, type GeneratorDay, stopWithin } from '../generator/generator-day.ts';
import { deviceSeed } from '../noise/channels.ts';
import { normalNoise } from '../noise/hash-noise.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from '../weather/ambient.ts';
import type { WindField } from '../weather/wind-field.ts';
import { wakeBearings, wakeShare } from './wake.ts';

/** Own consumption of a turbine that does not turn, as a share of its rating. */
const STANDSTILL_CONSUMPTION = 0.002;

const SITE_SPREAD = 0.03;
const TURBULENCE = 0.05;
const TURBULENCE_SPACING = 600;
const VANE_WANDER = 4;
const POWER_NOISE = 0.02;
const OVERSHOOT = 1.005;
const RADIANS = Math.PI / 180;

interface WindDayInput extends SiteDayInput {
  wind: WindPlan;
  field: WindField;
  ambient: Float64Array;
  /** At the ground. [hPa] */
  pressure: Float64Array;
  humidity: Float64Array;
}

/** A turbine's day with the wind it saw. */
export interface TurbineDay extends GeneratorDay {
  /** At the rotor. [m/s] */
  windSpeed: Float64Array;
  windDirection: Float64Array;
  /** What its own vane reads: wind relative to the nacelle. [°] */
  vane: Float64Array;
}

/** Every turbine of a site over one day, with what injected faults took from it; plant control comes later. */
export function turbineDays(input: WindDayInput, turbines: readonly DemoDevice[]): TurbineDay[] {
  const model = TURBINE_MODELS[input.wind.model];
  const density = densityAtHub(input, model);
  return turbines.map((device) => turbineDay(input, device, { model, density }));
}

function turbineDay(
  { wind, field, noise, frame, faults }: WindDayInput,
  device: DemoDevice,
  { model, density }: { model: TurbineModel; density: Float64Array },
): TurbineDay {
  const seed = (channel: Parameters<typeof deviceSeed>[2]) => deviceSeed(noise, device.deviceNo, channel);
  const spread = 1 + SITE_SPREAD * normalNoise(seed('spread'), 0);
  const gusts = valueNoiseColumn(seed('turbulence'), frame.grid, TURBULENCE_SPACING);
  const bearings = wakeBearings(wind, device.index);
  const windSpeed = column(
    frame.length,
    (i) => at(field.speed, i) * spread * Math.exp(TURBULENCE * at(gusts, i)) * wakeShare(bearings, at(field.direction, i)),
  );
  const vane = normalNoiseColumn(seed('vane'), frame.grid).map((value) => VANE_WANDER * value);
  const wobble = normalNoiseColumn(seed('power'), frame.grid);
  const powerAt = (yawOffset: number) => {
    const facing = column(frame.length, (i) => at(windSpeed, i) * Math.cos((at(vane, i) + yawOffset) * RADIANS));
    const power = powerFromCurve(densityCorrectedWindSpeed(facing, density), model.curve);
    return column(frame.length, (i) =>
      at(power, i) <= 0
        ? -STANDSTILL_CONSUMPTION * model.ratedKw
        : Math.min(at(power, i) * (1 + POWER_NOISE * at(wobble, i)), OVERSHOOT * model.ratedKw),
    );
  };

  const undisturbedKw = powerAt(0);
  const turbine: TurbineDay = {
    device,
    ratedKw: model.ratedKw,
    undisturbedKw,
    actualKw: undisturbedKw,
    lostKwh: new Map(),
    windSpeed,
    windDirection: field.direction,
    vane,
  };
  for (const { fault, effect } of ofKind(faults, 'yawOffset', device.id)) applyCause(turbine, fault.id, powerAt(effect.angle));
  applyPowerFaults(turbine, { faults, frame });
  for (const { fault, window } of ofKind(faults, 'outage', device.id)) {
    stopWithin(turbine, fault.id, { window, frame, standstillKw: -STANDSTILL_CONSUMPTION * model.ratedKw });
  }
  return turbine;
}

function applyPowerFaults(turbine: TurbineDay, { faults, frame }: Pick<WindDayInput, 'faults' | 'frame'>): void {
  const change = ({ fault, window }: Pick<ActiveFault, 'fault' | 'window'>, changed: (kw: number) => number) => {
    const before = turbine.actualKw;
    const isChanged = (i: number) => at(before, i) > 0 && isActive(window, frame.faultDay, at(frame.localHours, i));
    applyCause(
      turbine,
      fault.id,
      column(frame.length, (i) => (isChanged(i) ? changed(at(before, i)) : at(before, i))),
    );
  };
  for (const icing of ofKind(faults, 'icing', turbine.device.id)) change(icing, (kw) => kw * icing.effect.powerShare);
  for (const slow of ofKind(faults, 'powerFactor', turbine.device.id)) change(slow, (kw) => kw * slow.effect.factor);
  for (const cap of ofKind(faults, 'powerCap', turbine.device.id)) change(cap, (kw) => Math.min(kw, cap.effect.kw));
}

function densityAtHub({ ambient, pressure, humidity }: WindDayInput, { hubHeight }: TurbineModel): Float64Array {
  const hubPressure = column(pressure.length, (i) => at(pressure, i) * pressureRatioOverHeight(hubHeight, at(ambient, i)));
  return airDensity({ temperature: ambient, pressure: hubPressure, relativeHumidity: humidity });
}
