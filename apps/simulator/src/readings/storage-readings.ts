import { at, column } from '../columns/column.ts';
import { ofKind } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import { deviceSeed } from '../noise/channels.ts';
import { normalNoiseColumn, valueNoiseColumn } from '../noise/noise-columns.ts';
import type { SitePowerDay } from '../plant/site-power.ts';
import type { BatteryUnitDay } from '../storage/battery-day.ts';

const HOUR = 3600;
const CELLS_IN_SERIES = 400;
const SPREAD_MILLIVOLTS = 15;

/** Highest and lowest cell voltage of a container: lithium iron phosphate, with the spread its balance leaves. [V] */
export function cellVoltageReading(
  power: SitePowerDay,
  unit: BatteryUnitDay,
  { device, which }: { device: DemoDevice; which: 'max' | 'min' },
): Float64Array {
  const { noise, frame, faults } = power;
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'cells'), frame.grid);
  let spread = SPREAD_MILLIVOLTS;
  for (const { effect, window } of ofKind(faults, 'cellImbalance', device.id)) {
    spread += effect.millivoltsPerDay * (frame.faultDay - window.fromDay);
  }
  const side = which === 'max' ? 0.5 : -0.5;
  return column(frame.length, (i) => meanCellVoltage(unit, i) + (side * (spread + 2 * at(wobble, i))) / 1000);
}

/** Hottest and coldest cell: kept near 24 °C by the cooling, warmer under load. [°C] */
export function cellTemperatureReading(
  power: SitePowerDay,
  unit: BatteryUnitDay,
  { device, which }: { device: DemoDevice; which: 'max' | 'min' },
): Float64Array {
  const { noise, frame, ambient } = power;
  const slow = valueNoiseColumn(deviceSeed(noise, device.deviceNo, 'temperature'), frame.grid, 6 * HOUR);
  const side = which === 'max' ? 1.2 : -1.2;
  return column(frame.length, (i) => {
    const load = Math.abs(at(unit.actualKw, i)) / unit.ratedKw;
    return 24 + 0.05 * (at(ambient, i) - 20) + 4 * load + 0.5 * at(slow, i) + side * (1 + load);
  });
}

/** Current of one string of a container, discharge positive. [A] */
export function stringCurrentReading(
  power: SitePowerDay,
  unit: BatteryUnitDay,
  { device, strings }: { device: DemoDevice; strings: number },
): Float64Array {
  const wobble = normalNoiseColumn(deviceSeed(power.noise, device.deviceNo, 'sensor'), power.frame.grid);
  return column(power.frame.length, (i) => {
    const amperes = (at(unit.dcKw, i) * 1000) / strings / (CELLS_IN_SERIES * meanCellVoltage(unit, i));
    return amperes * (1 + 0.005 * at(wobble, i));
  });
}

export function inverterTemperatureReading({ noise, frame, ambient }: SitePowerDay, unit: BatteryUnitDay): Float64Array {
  const slow = valueNoiseColumn(deviceSeed(noise, unit.device.deviceNo, 'temperature'), frame.grid, HOUR);
  return column(frame.length, (i) => at(ambient, i) + 6 + (22 * Math.abs(at(unit.actualKw, i))) / unit.ratedKw + at(slow, i));
}

/** Cooling and control of a battery site: more on hot and on cold days. [kW] */
export function auxiliaryReading({ frame, ambient, plan }: SitePowerDay): Float64Array {
  const ratedKw = plan.storage?.acKw ?? 0;
  return column(frame.length, (i) => ratedKw * (0.003 + 0.0002 * Math.abs(at(ambient, i) - 20)));
}

function meanCellVoltage(unit: BatteryUnitDay, i: number): number {
  const load = at(unit.actualKw, i) / unit.ratedKw;
  return 3.22 + 0.0018 * (at(unit.stateOfCharge, i) - 50) - 0.03 * load;
}
