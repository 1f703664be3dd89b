import { at, column } from '../columns/column.ts';
import { hash2 } from '../noise/hash-noise.ts';
import { valueNoiseColumn } from '../noise/noise-columns.ts';
import { MINUTE_MS, type MinuteClock } from './minute-clock.ts';
import type { PlantLocation } from './solar-park.ts';

export interface BatteryPlan {
  seed: number;
  acKw: number;
  /** [kWh] */
  capacity: number;
  /** AC to cells, 0 to 1. */
  oneWayEfficiency: number;
}

/** Minute by minute: power is a mean, charge and order are those at its end. */
export interface Battery {
  /** Discharge positive. [kW] */
  order: Float64Array;
  power: Float64Array;
  /** [%] */
  stateOfCharge: Float64Array;
}

/** Charges around noon and discharges in the evening of the sun's own clock, as far as its cells allow. */
export function battery(
  { seed, acKw, capacity, oneWayEfficiency }: BatteryPlan,
  { longitude }: PlantLocation,
  clock: MinuteClock,
): Battery {
  const { startMs, count, noise } = clock;
  const depth = valueNoiseColumn(hash2(seed, 1), noise, 86_400);
  const order = column(count, (i) => {
    const hour = ((startMs + i * MINUTE_MS) / 3_600_000 + longitude / 15) % 24;
    const share = Math.min(0.9, Math.max(0.3, 0.6 + 0.15 * at(depth, i)));
    if (hour >= 10 && hour < 14) return -share * acKw;
    return hour >= 18 && hour < 21.5 ? share * acKw : 0;
  });
  let charge = 0.2 * capacity;
  const stateOfCharge = new Float64Array(count);
  const power = column(count, (i) => {
    const wanted = at(order, i);
    const room = wanted < 0 ? ((0.95 * capacity - charge) * 60) / oneWayEfficiency : (charge - 0.08 * capacity) * 60 * oneWayEfficiency;
    const kw = wanted < 0 ? -Math.min(-wanted, Math.max(0, room)) : Math.min(wanted, Math.max(0, room));
    charge -= kw < 0 ? (kw / 60) * oneWayEfficiency : kw / 60 / oneWayEfficiency;
    stateOfCharge[i] = (100 * charge) / capacity;
    return kw;
  });
  return { order, power, stateOfCharge };
}
