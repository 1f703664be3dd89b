import { isUnit, listUnits, parseUnit, type Quantity, UNITS, type Unit } from '../units/units.ts';

/** Base dimensions: power, time, length, temperature, current, angle, reactive and apparent power, cycles, money. */
const BASES = ['kW', 'h', 'm', '°C', 'A', '°', 'kvar', 'kVA', 'cycles', 'cur'] as const;
type Base = (typeof BASES)[number];

/** Exponents of the base dimensions; those that are absent are 0. */
export type Dimension = Readonly<Partial<Record<Base, number>>>;

export const NO_DIMENSION: Dimension = {};

/** Dimension of each quantity, and its base unit (see units.ts) in the product of the base dimensions: 1 V times 1 A is 0.001 kW. */
const QUANTITIES: Readonly<Record<Quantity, { dimension: Dimension; factor: number }>> = {
  none: { dimension: { '°C': -1 }, factor: 1 },
  ratio: { dimension: {}, factor: 1 },
  power: { dimension: { kW: 1 }, factor: 1 },
  energy: { dimension: { kW: 1, h: 1 }, factor: 1 },
  reactivePower: { dimension: { kvar: 1 }, factor: 1 },
  reactiveEnergy: { dimension: { kvar: 1, h: 1 }, factor: 1 },
  apparentPower: { dimension: { kVA: 1 }, factor: 1 },
  voltage: { dimension: { kW: 1, A: -1 }, factor: 0.001 },
  current: { dimension: { A: 1 }, factor: 1 },
  resistance: { dimension: { kW: 1, A: -2 }, factor: 0.001 },
  frequency: { dimension: { h: -1 }, factor: 3600 },
  irradiance: { dimension: { kW: 1, m: -2 }, factor: 0.001 },
  irradiation: { dimension: { kW: 1, h: 1, m: -2 }, factor: 1 },
  temperature: { dimension: { '°C': 1 }, factor: 1 },
  speed: { dimension: { m: 1, h: -1 }, factor: 3600 },
  angle: { dimension: { '°': 1 }, factor: 1 },
  pressure: { dimension: { kW: 1, h: 1, m: -3 }, factor: 100 / 3_600_000 },
  density: { dimension: { kW: 1, h: 3, m: -5 }, factor: 0.001 / 3600 ** 3 },
  length: { dimension: { m: 1 }, factor: 1 },
  rotation: { dimension: { '°': 1, h: -1 }, factor: 21_600 },
  acceleration: { dimension: { m: 1, h: -2 }, factor: 0.001 * 3600 ** 2 },
  duration: { dimension: { h: 1 }, factor: 1 },
  specificYield: { dimension: { h: 1 }, factor: 1 },
  rate: { dimension: { h: -1 }, factor: 1 },
  drift: { dimension: { h: -1 }, factor: 0.01 / 8766 },
  cycles: { dimension: { cycles: 1 }, factor: 1 },
  money: { dimension: { cur: 1 }, factor: 1 },
  price: { dimension: { cur: 1, kW: -1, h: -1 }, factor: 0.001 },
};

/** Units that name a dimension where several do. */
const PREFERRED: readonly Unit[] = [
  '',
  'kW',
  'kWh',
  'h',
  'm/s',
  'W/m²',
  'kWh/m²',
  '°C',
  'V',
  'A',
  '°',
  'kvar',
  'kVA',
  'kg/m³',
  'hPa',
  '1/h',
  '1/°C',
  'm',
  'cur',
  'cur/MWh',
];

/** Result of a formula as long as it is computed: in the product of the base dimensions. */
export function dimensionOf(unit: Unit): Dimension {
  return QUANTITIES[UNITS[unit].quantity].dimension;
}

/**
 * A value of a unit in the product of the base dimensions.
 *
 * @param value - in the unit; NaN stays NaN
 * @param unit - of the value
 */
export function toBase(value: number, unit: Unit): number {
  const { times, over, shift, quantity } = UNITS[unit];
  return (((value - shift) * times) / over) * QUANTITIES[quantity].factor;
}

/**
 * The reverse of `toBase`.
 *
 * @param value - in the product of the base dimensions; NaN stays NaN
 * @param unit - wanted
 */
export function fromBase(value: number, unit: Unit): number {
  const { times, over, shift, quantity } = UNITS[unit];
  return (value / QUANTITIES[quantity].factor / times) * over + shift;
}

/**
 * Dimension of a product of powers.
 *
 * @param left - dimension
 * @param right - dimension
 * @param exponent - of the right one: 1 multiplies, -1 divides
 */
export function product(left: Dimension, right: Dimension, exponent = 1): Dimension {
  const powers = BASES.map((base) => [base, (left[base] ?? 0) + exponent * (right[base] ?? 0)] as const);
  return normal(Object.fromEntries(powers));
}

/** Whether values of both can be added and compared. */
export function isSameDimension(left: Dimension, right: Dimension): boolean {
  return BASES.every((base) => Math.abs((left[base] ?? 0) - (right[base] ?? 0)) < 1e-9);
}

/**
 * The unit in which values of a dimension are shown.
 *
 * @returns undefined: no unit of the product has this dimension
 */
export function unitOfDimension(dimension: Dimension): Unit | undefined {
  return [...PREFERRED, ...listUnits()].find((unit) => unit !== '%/°C' && isSameDimension(dimensionOf(unit), dimension));
}

/** The dimension for a message: a unit where there is one, else the product of base units. */
export function dimensionText(dimension: Dimension): string {
  const unit = unitOfDimension(dimension);
  if (unit !== undefined) return unit;
  return BASES.filter((base) => dimension[base])
    .map((base) => (dimension[base] === 1 ? base : `${base}^${dimension[base]}`))
    .join('·');
}

/**
 * The unit that a text begins with, the longest one.
 *
 * @param text - rest of a formula after a number and spaces
 * @returns undefined: it begins with none
 */
export function unitAtStart(text: string): { unit: Unit; length: number } | undefined {
  const longest = Math.min(text.length, 9);
  for (let length = longest; length > 0; length--) {
    const candidate = text.slice(0, length);
    const next = text[length] ?? '';
    // A name goes on, or a function is called: `2 min(...)`.
    if (candidate !== candidate.trim() || /[\p{L}\p{N}_(²³]/u.test(next)) continue;
    if (isUnit(candidate) && candidate !== '') return { unit: candidate, length };
    const spelled = /^[%°\p{L}µΩ][^\s]*$/u.test(candidate) ? parseUnit(candidate) : undefined;
    if (spelled !== undefined && spelled !== '' && !/[+*)(,<>=]/.test(candidate)) return { unit: spelled, length };
  }
  return undefined;
}

/** Squares of reactive and apparent power are squares of power: S² = P² + Q². */
function normal(dimension: Partial<Record<Base, number>>): Dimension {
  const powers: Partial<Record<Base, number>> = { ...dimension };
  for (const base of ['kvar', 'kVA'] as const) {
    const exponent = powers[base] ?? 0;
    if (!Number.isInteger(exponent) || exponent === 0) continue;
    const pairs = Math.trunc(exponent / 2) * 2;
    powers[base] = exponent - pairs;
    powers.kW = (powers.kW ?? 0) + pairs;
  }
  return Object.fromEntries(Object.entries(powers).filter(([, exponent]) => Math.abs(exponent) > 1e-9));
}
