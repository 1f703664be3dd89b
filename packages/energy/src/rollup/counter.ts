/** What is known of an energy register. */
export interface CounterRules {
  /** The register begins at 0 again when it reaches this. Absent: it never does. [kWh] */
  rollover?: number;
  /** Largest power that can flow through it. Absent: any. [kW] */
  maxPower?: number | undefined;
  /** Time between readings. [h] */
  stepHours: number;
}

/** The energy that went through a register while it was not read, or while its readings were off course. */
export interface CounterGap {
  /** Positions of the last reading before and the first reading after the gap. */
  before: number;
  after: number;
  /** [kWh] */
  energy: number;
}

/** What the readings of a register say, shape (n - 1) for n readings. */
export interface CountedEnergy {
  /** From each reading to the next. [kWh] NaN where a reading is missing or the energy cannot be */
  energy: Float64Array;
  /** 1 where readings exist and their difference cannot be energy. */
  suspect: Uint8Array;
  /** In order; those at the ends have no energy and are left out. */
  gaps: CounterGap[];
}

// A register this close to its end is taken to have passed it when it reads less than before.
const NEAR_ROLLOVER = 0.9;
// Meters may show a little more than the rating; more than this is a wrong reading.
const POWER_MARGIN = 1.2;
// A register that was reset has counted little since.
const RESET_SHARE = 0.05;
// For so long readings may be off their course. [h]
const LONGEST_EXCURSION = 24;
// A jump that undoes so much of a fall ends it, where no rating says what can flow.
const RETURN_SHARE = 0.9;

/**
 * Energy between the readings of a register.
 *
 * A rise counts up to 1.2 times the largest power plus one step of the register's resolution. A fall is a rollover near the register's end, a
 * reset where the new reading is below 5 % of the old one and could have been counted since, and otherwise a correction: nothing is added and
 * counting goes on from the new reading. Readings between a step that cannot be and a jump back onto the earlier course within 24 h are dropped,
 * and so are zeros between equal readings.
 *
 * @param readings - in equal steps, shape (n). [kWh] NaN: missing
 * @param rules - what is known of the register
 * @returns energy per step, and over gaps
 * @see 999900, 999960, 40, 130 with rollover at 1000000 → 60, 80, 90; 1000.0, 1000.2, 972.0, 972.2 at 1.2 kW and 10 min → 0.2, NaN, 0.2
 */
export function countedEnergy(readings: Float64Array, rules: CounterRules): CountedEnergy {
  const steps = Math.max(0, readings.length - 1);
  const counted: CountedEnergy = { energy: new Float64Array(steps).fill(Number.NaN), suspect: new Uint8Array(steps), gaps: [] };
  const register = new Register(readings, rules);
  let before = nextReading(readings, 0);
  for (let after = nextReading(readings, before + 1); after < readings.length; after = nextReading(readings, after + 1)) {
    const rise = register.rise(before, after);
    const back = Number.isNaN(rise) ? register.findReturn(before, after) : after;
    const energy = back > after ? register.rise(before, back) : Number.isNaN(rise) ? register.sinceReset(before, after) : rise;
    after = Math.max(after, back);
    if (Number.isNaN(energy)) counted.suspect.fill(1, before, after);
    else if (after - before > 1) counted.gaps.push({ before, after, energy });
    else counted.energy[before] = energy;
    before = after;
  }
  return counted;
}

/** A reading by its position among others; it may lie before the first or behind the last of them. */
export interface PositionedReading {
  position: number;
  /** [kWh] */
  value: number;
}

/**
 * The gaps between readings and those beyond their ends.
 *
 * @param readings - in equal steps, shape (n). [kWh] NaN: missing
 * @param beyond - the last reading before them and the first one behind them, as far as they are known
 * @param rules - what is known of the register
 * @returns gaps with an energy that can be, at most two
 */
export function gapsAtEnds(
  readings: Float64Array,
  { before, after }: { before: PositionedReading | undefined; after: PositionedReading | undefined },
  rules: CounterRules,
): CounterGap[] {
  const positioned = (position: number): PositionedReading => ({ position, value: readings[position] ?? Number.NaN });
  const first = readings.findIndex((reading) => !Number.isNaN(reading));
  if (first < 0) return before && after ? gapBetween(before, after, rules) : [];
  const last = readings.findLastIndex((reading) => !Number.isNaN(reading));
  return [...(before ? gapBetween(before, positioned(first), rules) : []), ...(after ? gapBetween(positioned(last), after, rules) : [])];
}

function gapBetween(from: PositionedReading, to: PositionedReading, rules: CounterRules): CounterGap[] {
  const steps = to.position - from.position;
  const { energy } = countedEnergy(Float64Array.of(from.value, to.value), { ...rules, stepHours: rules.stepHours * steps });
  const [counted = Number.NaN] = energy;
  return Number.isNaN(counted) ? [] : [{ before: from.position, after: to.position, energy: counted }];
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

/**
 * Most energy that an interval can have.
 *
 * @param rules - of the register or the column of energies
 * @param steps - intervals that the energy may come from
 * @returns [kWh] Infinity where the largest power is not known
 */
export function largestEnergy({ maxPower = Number.POSITIVE_INFINITY, stepHours }: CounterRules, steps = 1): number {
  return POWER_MARGIN * maxPower * stepHours * steps;
}

/** Energy of an interval that belongs to intervals before it, too: positions `from` up to `to`. */
export interface CatchUp {
  /** [kWh] */
  counted: number;
  /** [kWh] */
  drawn: 0;
  from: number;
  to: number;
}

/**
 * Energies that a logger sent in one for the intervals it had missed: they follow missing ones and are more than an interval can have.
 *
 * @param energies - of intervals, shape (n). [kWh] NaN: missing
 * @param largest - most that an interval can have. [kWh]
 * @see NaN, NaN, 30, 10 with at most 12 → 30 over the first three
 */
export function catchUps(energies: Float64Array, largest: number): CatchUp[] {
  const found: CatchUp[] = [];
  let from = 0;
  for (let i = 0; i < energies.length; i++) {
    const counted = energies[i] ?? Number.NaN;
    if (Number.isNaN(counted)) continue;
    if (from < i && counted > largest && counted <= largest * (i + 1 - from)) found.push({ counted, drawn: 0, from, to: i + 1 });
    from = i + 1;
  }
  return found;
}

/** Readings with what may lie between two of them. */
class Register {
  readonly #readings: Float64Array;
  readonly #rules: CounterRules;
  #step: number | undefined;

  constructor(readings: Float64Array, rules: CounterRules) {
    this.#readings = readings;
    this.#rules = rules;
  }

  /** What was counted from one reading to another; NaN: it cannot have been. */
  rise(before: number, after: number): number {
    const { rollover } = this.#rules;
    const from = this.#at(before);
    const difference = this.#at(after) - from;
    if (difference >= 0) return this.#canFlow(difference, after - before) ? difference : Number.NaN;
    if (rollover === undefined || !(from > NEAR_ROLLOVER * rollover)) return Number.NaN;
    return this.#canFlow(difference + rollover, after - before) ? difference + rollover : Number.NaN;
  }

  /** What was counted since a register began at 0 again; NaN: it did not. */
  sinceReset(before: number, after: number): number {
    const reading = this.#at(after);
    const isReset = reading >= 0 && reading < RESET_SHARE * this.#at(before) && this.#canFlow(reading, after - before);
    return isReset ? reading : Number.NaN;
  }

  /** First reading that jumps back onto the course; `after` where none does. */
  findReturn(before: number, after: number): number {
    const { stepHours } = this.#rules;
    const last = Math.min(this.#readings.length - 1, before + Math.round(LONGEST_EXCURSION / stepHours));
    const course = this.#at(before);
    let previous = after;
    for (let i = nextReading(this.#readings, after + 1); i <= last; i = nextReading(this.#readings, i + 1)) {
      const reading = this.#at(i);
      if (reading >= course && this.#canFlow(reading - course, i - before) && this.#isJump(previous, i, course)) return i;
      previous = i;
    }
    return after;
  }

  #isJump(from: number, to: number, course: number): boolean {
    // What was reset does not count up to just the reading it had: the logger wrote zeros while it heard nothing.
    if (this.#at(from) === 0 && this.#at(to) === course) return true;
    const step = this.#at(to) - this.#at(from);
    if (step < 0 || !this.#canFlow(step, to - from)) return true;
    return this.#rules.maxPower === undefined && step >= RETURN_SHARE * (course - this.#at(from));
  }

  #canFlow(energy: number, steps: number): boolean {
    const limit = largestEnergy(this.#rules, steps);
    if (energy <= limit) return true;
    // Only now does it matter how fine the register counts.
    this.#step ??= registerStep(this.#readings, largestEnergy(this.#rules, 1 / this.#rules.stepHours));
    return energy <= (limit + this.#step) * (1 + 1e-9);
  }

  #at(position: number): number {
    return this.#readings[position] ?? Number.NaN;
  }
}

function nextReading(readings: Float64Array, from: number): number {
  let position = from;
  while (position < readings.length && Number.isNaN(readings[position])) position++;
  return position;
}

const STEP_DIGITS = [5, 2.5, 2, 1];
const [LARGEST_EXPONENT, SMALLEST_EXPONENT] = [4, -3];
// Share of readings that may lie beside the steps.
const LOOSE_SHARE = 0.01;

/**
 * The resolution of a register: the largest of 1, 2, 2.5 and 5 times a power of ten that its readings are multiples of.
 *
 * @param readings - shape (n). [kWh] NaN: missing
 * @param most - what no resolution exceeds. [kWh]
 * @returns [kWh] 0 where the readings are multiples of none
 */
export function registerStep(readings: Float64Array, most: number): number {
  const distinct = [...new Set(readings)].filter((reading) => !Number.isNaN(reading));
  const largest = distinct.reduce((max, reading) => Math.max(max, Math.abs(reading)), 0);
  const tolerance = Math.max(1e-9, 1e-9 * largest);
  for (let exponent = LARGEST_EXPONENT; exponent >= SMALLEST_EXPONENT; exponent--) {
    for (const digit of STEP_DIGITS) {
      const step = digit * 10 ** exponent;
      if (step <= most && step >= 20 * tolerance && areMultiples(distinct, step, tolerance)) return step;
    }
  }
  return 0;
}

function areMultiples(readings: readonly number[], step: number, tolerance: number): boolean {
  let left = Math.floor(LOOSE_SHARE * readings.length);
  for (const reading of readings) {
    if (Math.abs(reading - Math.round(reading / step) * step) <= tolerance) continue;
    left -= 1;
    if (left < 0) return false;
  }
  return true;
}
