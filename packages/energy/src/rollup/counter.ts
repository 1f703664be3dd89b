/** What is known of an energy register. */
export interface CounterRules {
  /** The register begins at 0 again when it reaches this. Absent: it never does. [kWh] */
  rollover?: number;
  /** Largest power that can flow through it. Absent: any. [kW] */
  maxPower?: number;
  /** Time between readings. [h] */
  stepHours: number;
}

/** The energy that went through a register while it was not read. */
export interface CounterGap {
  /** Positions of the last reading before and the first reading after the gap. */
  before: number;
  after: number;
  /** NaN where it cannot be. [kWh] */
  energy: number;
}

// A register this close to its end is taken to have passed it when it reads less than before.
const NEAR_ROLLOVER = 0.9;
// Meters may show a little more than the rating; more than this is a wrong reading.
const POWER_MARGIN = 1.2;

/**
 * Energy between neighbouring readings of a register.
 *
 * A register that reads less than before has passed its end, if it was near it, else it was reset and began at 0.
 *
 * @param readings - in equal steps, shape (n). [kWh]
 * @param rules - what is known of the register
 * @returns energy from each reading to the next, shape (n - 1). [kWh] NaN where a reading is missing or the energy cannot be
 * @see 999900, 999960, 40, 130 with rollover at 1000000 → 60, 80, 90
 */
export function counterEnergy(readings: Float64Array, rules: CounterRules): Float64Array {
  const energy = new Float64Array(Math.max(0, readings.length - 1));
  for (let i = 0; i < energy.length; i++) {
    energy[i] = energyBetween(readings[i] ?? Number.NaN, readings[i + 1] ?? Number.NaN, rules.stepHours, rules);
  }
  return energy;
}

/**
 * Energy over stretches without readings: what tells an outage of the connection from an outage of the plant.
 *
 * @param readings - in equal steps, shape (n). [kWh]
 * @param rules - what is known of the register
 * @returns gaps between two readings, in order; those at the ends have no energy and are left out
 */
export function counterGaps(readings: Float64Array, rules: CounterRules): CounterGap[] {
  const gaps: CounterGap[] = [];
  let before = -1;
  for (let i = 0; i < readings.length; i++) {
    const reading = readings[i] ?? Number.NaN;
    if (Number.isNaN(reading)) continue;
    if (before >= 0 && i - before > 1) {
      const hours = (i - before) * rules.stepHours;
      gaps.push({ before, after: i, energy: energyBetween(readings[before] ?? Number.NaN, reading, hours, rules) });
    }
    before = i;
  }
  return gaps;
}

/**
 * Spreads an energy over intervals in proportion to what was expected of them.
 *
 * @param energy - to spread. [kWh]
 * @param expected - shape (n). [kWh] Negative and missing ones count as 0; when all are, every interval gets the same
 * @returns shape (n). [kWh] Adds up to the energy
 */
export function spreadEnergy(energy: number, expected: Float64Array): Float64Array {
  const weights = expected.map((value) => (value > 0 ? value : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? (energy * weight) / total : energy / weights.length));
}

function energyBetween(
  before: number,
  after: number,
  hours: number,
  { rollover, maxPower = Number.POSITIVE_INFINITY }: CounterRules,
): number {
  const difference = after - before;
  if (Number.isNaN(difference)) return Number.NaN;
  const energy = difference >= 0 ? difference : afterZero(before, after, rollover);
  return energy <= POWER_MARGIN * maxPower * hours ? energy : Number.NaN;
}

function afterZero(before: number, after: number, rollover: number | undefined): number {
  return rollover !== undefined && before > NEAR_ROLLOVER * rollover ? after - before + rollover : after;
}
