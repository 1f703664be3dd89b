import { cellTemperature } from '@solvane/energy/pv/cell-temperature';
import { temperatureAdjustedNominalPower } from '@solvane/energy/pv/nominal-power';
import { addUnits } from '@solvane/energy/time/bucket';
import type { LocalDay } from '@solvane/energy/time/local-day';
import { STEP_HOURS } from './calendar/day-frame.ts';
import { at } from './columns/column.ts';
import { createDemoWorld, getPlan, powerDayOf } from './plant/demo-world.ts';
import { backOfModules } from './pv/inverter-day.ts';

/** One day of the long memory of the first site, over its unclipped intervals above 200 W/m². */
export interface HistoryDay {
  day: LocalDay;
  /** In the plane of the modules. [kWh/m²] */
  insolationKwh: number;
  /** [kWh] */
  energyKwh: number;
  /** What the nameplate would give at the cell temperatures of the day, without ageing. [kWh] */
  nominalEnergyKwh: number;
}

const SITE = 's01';
const MONTHS = 36;
const SMALLEST_IRRADIANCE = 200;
const CLIPPED_ABOVE = 0.99;

/**
 * Three years of daily sums of the first site that end before a day: long enough to see it age. They are made by the same generator as
 * everything else, for days on which no fault is injected.
 */
export function historyPack({ before, seed }: { before: LocalDay; seed?: number }): HistoryDay[] {
  const plan = getPlan(SITE);
  const first = addUnits(before, 'month', -MONTHS);
  const world = createDemoWorld({
    ...(seed === undefined ? {} : { seed }),
    clock: { kind: 'period', firstDay: before },
    countersFrom: before,
  });
  return Array.from({ length: before - first }, (_, i) => {
    const power = powerDayOf(world, plan, first + i);
    const { solar, inverters, ambient, frame } = power;
    const sums: HistoryDay = { day: frame.day, insolationKwh: 0, energyKwh: 0, nominalEnergyKwh: 0 };
    if (!solar || !plan.solar) return sums;
    const cell = cellTemperature(backOfModules({ field: solar, ambient }), solar.plane);
    const nominal = temperatureAdjustedNominalPower({ planeIrradiance: solar.plane, cellTemperature: cell, nameplate: plan.solar.dcKw });
    for (let t = 0; t < frame.length; t++) {
      const acKw = inverters.reduce((sum, { actualKw }) => sum + at(actualKw, t), 0);
      if (at(solar.plane, t) <= SMALLEST_IRRADIANCE || acKw >= CLIPPED_ABOVE * plan.solar.acKw) continue;
      sums.insolationKwh += (at(solar.plane, t) / 1000) * STEP_HOURS;
      sums.energyKwh += acKw * STEP_HOURS;
      sums.nominalEnergyKwh += at(nominal, t) * STEP_HOURS;
    }
    return sums;
  });
}
