/** What a unit measures. Only units of one quantity convert into each other. */
export type Quantity =
  | 'none'
  | 'ratio'
  | 'power'
  | 'energy'
  | 'reactivePower'
  | 'reactiveEnergy'
  | 'apparentPower'
  | 'voltage'
  | 'current'
  | 'resistance'
  | 'frequency'
  | 'irradiance'
  | 'irradiation'
  | 'temperature'
  | 'speed'
  | 'angle'
  | 'pressure'
  | 'density'
  | 'length'
  | 'rotation'
  | 'acceleration'
  | 'duration'
  | 'specificYield'
  | 'rate'
  | 'drift'
  | 'cycles'
  | 'money'
  | 'price';

/** In the quantity's base unit a value is `(value - shift) * times / over`: two factors, so that conversions like Wh and °F stay exact. */
interface UnitDefinition {
  quantity: Quantity;
  times: number;
  over: number;
  shift: number;
  /** Other spellings, compared after removing spaces and carets and after writing ² ³ as 2 3. */
  spellings: readonly string[];
}

/** Every unit the product reads or shows. `cur` stands for the currency of the site. */
export const UNITS = {
  '': unit('ratio', 1, 1, ['-', '–', '1', 'pu', 'p.u.', 'fraction', 'ratio']),
  '%': unit('ratio', 1, 100, ['percent', 'pct']),

  W: unit('power', 1, 1000, ['watt', 'watts']),
  kW: unit('power', 1, 1, ['kilowatt', 'kilowatts']),
  MW: unit('power', 1000, 1, ['megawatt', 'megawatts']),
  GW: unit('power', 1_000_000, 1),
  Wh: unit('energy', 1, 1000),
  kWh: unit('energy', 1, 1),
  MWh: unit('energy', 1000, 1),
  GWh: unit('energy', 1_000_000, 1),
  kJ: unit('energy', 1, 3600),
  MJ: unit('energy', 1, 3.6),
  GJ: unit('energy', 1000, 3.6),
  var: unit('reactivePower', 1, 1000),
  kvar: unit('reactivePower', 1, 1, ['kVAr']),
  Mvar: unit('reactivePower', 1000, 1, ['MVAr']),
  varh: unit('reactiveEnergy', 1, 1000),
  kvarh: unit('reactiveEnergy', 1, 1, ['kVArh']),
  Mvarh: unit('reactiveEnergy', 1000, 1, ['MVArh']),
  VA: unit('apparentPower', 1, 1000),
  kVA: unit('apparentPower', 1, 1),
  MVA: unit('apparentPower', 1000, 1),

  mV: unit('voltage', 1, 1000, ['millivolt']),
  V: unit('voltage', 1, 1, ['volt', 'volts']),
  kV: unit('voltage', 1000, 1, ['kilovolt']),
  mA: unit('current', 1, 1000, ['milliampere']),
  A: unit('current', 1, 1, ['amp', 'amps', 'ampere', 'amperes']),
  kA: unit('current', 1000, 1),
  mΩ: unit('resistance', 1, 1000, ['mOhm', 'milliohm']),
  Ω: unit('resistance', 1, 1, ['ohm', 'ohms']),
  kΩ: unit('resistance', 1000, 1, ['kOhm', 'kiloohm']),
  MΩ: unit('resistance', 1_000_000, 1, ['MOhm', 'megaohm']),
  mHz: unit('frequency', 1, 1000),
  Hz: unit('frequency', 1, 1, ['hertz']),

  'W/m²': unit('irradiance', 1, 1, ['W/sqm', 'Wm-2', 'W/m**2']),
  'kW/m²': unit('irradiance', 1000, 1),
  'Wh/m²': unit('irradiation', 1, 1000, ['Wh/sqm', 'Whm-2']),
  'kWh/m²': unit('irradiation', 1, 1, ['kWh/sqm', 'kWhm-2']),
  'MJ/m²': unit('irradiation', 1, 3.6, ['MJm-2']),
  'J/m²': unit('irradiation', 1, 3_600_000, ['Jm-2']),
  '°C': unit('temperature', 1, 1, ['ºC', 'degC', 'C', 'celsius', '℃']),
  '°F': unit('temperature', 1, 1.8, ['ºF', 'degF', 'F', 'fahrenheit', '℉'], 32),
  K: unit('temperature', 1, 1, ['kelvin'], 273.15),

  'm/s': unit('speed', 1, 1, ['mps', 'ms-1', 'meter/second']),
  'km/h': unit('speed', 1, 3.6, ['kmh', 'kph', 'kmph']),
  mph: unit('speed', 0.44704, 1, ['mi/h']),
  kn: unit('speed', 1852, 3600, ['kt', 'kts', 'knot', 'knots']),
  '°': unit('angle', 1, 1, ['deg', 'degree', 'degrees', 'º']),
  rad: unit('angle', 180, Math.PI, ['radian', 'radians']),
  Pa: unit('pressure', 1, 100, ['pascal']),
  hPa: unit('pressure', 1, 1, ['mbar', 'millibar', 'hectopascal']),
  kPa: unit('pressure', 10, 1, ['kilopascal']),
  MPa: unit('pressure', 10_000, 1, ['megapascal']),
  bar: unit('pressure', 1000, 1),
  psi: unit('pressure', 68.947_572_931_683_6, 1),
  inHg: unit('pressure', 33.863_886_666_667, 1),
  mmHg: unit('pressure', 1.333_223_874_15, 1, ['torr']),
  'kg/m³': unit('density', 1, 1, ['kgm-3', 'kg/m**3']),
  mm: unit('length', 1, 1000, ['l/m2', 'millimeter', 'millimetre']),
  cm: unit('length', 1, 100, ['centimeter', 'centimetre']),
  m: unit('length', 1, 1, ['meter', 'metre']),
  km: unit('length', 1000, 1, ['kilometer', 'kilometre']),
  in: unit('length', 0.0254, 1, ['inch', 'inches']),
  ft: unit('length', 0.3048, 1, ['feet', 'foot']),
  rpm: unit('rotation', 1, 1, ['1/min', 'r/min', 'U/min', 'min-1']),
  'rad/s': unit('rotation', 30, Math.PI),
  'mm/s²': unit('acceleration', 1, 1, ['mms-2']),
  'm/s²': unit('acceleration', 1000, 1, ['ms-2']),
  mg: unit('acceleration', 9.806_65, 1),
  g: unit('acceleration', 9806.65, 1),

  s: unit('duration', 1, 3600, ['sec', 'second', 'seconds']),
  min: unit('duration', 1, 60, ['minute', 'minutes']),
  h: unit('duration', 1, 1, ['hr', 'hour', 'hours']),
  d: unit('duration', 24, 1, ['day', 'days']),
  'kWh/kW': unit('specificYield', 1, 1, ['kWh/kWp', 'MWh/MW', 'MWh/MWp']),
  '1/h': unit('rate', 1, 1, ['h-1']),
  '%/yr': unit('drift', 1, 1, ['%/a', '%/year']),
  '%/°C': unit('none', 1, 100, ['%/K', '%/degC']),
  '1/°C': unit('none', 1, 1, ['1/K', '1/degC']),
  'kg/MWh': unit('none', 1, 1, ['g/kWh']),
  cycles: unit('cycles', 1, 1, ['cycle']),
  cur: unit('money', 1, 1),
  'cur/MWh': unit('price', 1, 1),
  'cur/kWh': unit('price', 1000, 1),
} as const satisfies Record<string, UnitDefinition>;

export type Unit = keyof typeof UNITS;

const spellingsToUnit = new Map<string, Unit>();
const foldedToUnits = new Map<string, Set<Unit>>();
for (const symbol of listUnits()) {
  for (const spelling of [symbol, ...UNITS[symbol].spellings]) {
    const plain = plainSpelling(spelling);
    spellingsToUnit.set(plain, symbol);
    const folded = plain.toLowerCase();
    foldedToUnits.set(folded, (foldedToUnits.get(folded) ?? new Set()).add(symbol));
  }
}

/**
 * The unit a text names, in any of its usual spellings.
 *
 * Capitals matter where they change the prefix: `mW` is no spelling of MW. Texts all in small or all in capital letters come from systems
 * without case and are read without it, unless that could mean a thousandth (`MV` is not mV).
 *
 * @param text - for example `W/m^2`, `degC`, `KWH`
 * @returns undefined when no unit, or more than one, is meant
 */
export function parseUnit(text: string): Unit | undefined {
  const plain = plainSpelling(text);
  const exact = spellingsToUnit.get(plain);
  if (exact !== undefined) return exact;
  const folded = plain.toLowerCase();
  if (plain !== folded && plain !== plain.toUpperCase()) return undefined;
  const candidates = [...(foldedToUnits.get(folded) ?? [])];
  const [only] = candidates;
  return candidates.length === 1 && only !== undefined && !isThousandth(only) ? only : undefined;
}

/**
 * Whether values in one unit can be expressed in the other.
 *
 * @param from - unit of the values
 * @param to - wanted unit
 */
export function isConvertible(from: Unit, to: Unit): boolean {
  return from === to || (UNITS[from].quantity === UNITS[to].quantity && UNITS[from].quantity !== 'none');
}

/**
 * Expresses a value in another unit of the same quantity.
 *
 * @param value - in `from`; NaN stays NaN
 * @param from - unit of the value
 * @param to - wanted unit
 * @returns the value in `to`
 * @throws RangeError when the units measure different things
 */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  const [source, target] = conversionBetween(from, to);
  return (((value - source.shift) * source.times) / source.over / target.times) * target.over + target.shift;
}

/**
 * Expresses a column in another unit of the same quantity.
 *
 * @param values - in `from`, shape (n); NaN stays NaN
 * @param from - unit of the values
 * @param to - wanted unit
 * @returns a new column in `to`, shape (n)
 * @throws RangeError when the units measure different things
 */
export function convertColumn(values: Float64Array, from: Unit, to: Unit): Float64Array {
  if (from === to) return values.slice();
  const [source, target] = conversionBetween(from, to);
  return values.map((value) => (((value - source.shift) * source.times) / source.over / target.times) * target.over + target.shift);
}

/**
 * Expresses a difference (spread, step, standard deviation) in another unit: like `convertUnit`, but the zero of the scales plays no part.
 *
 * @param difference - in `from`; NaN stays NaN
 * @param from - unit of the difference
 * @param to - wanted unit
 * @returns the difference in `to`
 * @throws RangeError when the units measure different things
 */
export function convertDifference(difference: number, from: Unit, to: Unit): number {
  if (from === to) return difference;
  const [source, target] = conversionBetween(from, to);
  return ((difference * source.times) / source.over / target.times) * target.over;
}

/** Every unit symbol. */
export function listUnits(): Unit[] {
  return Object.keys(UNITS).filter(isUnit);
}

/**
 * Whether a text is a unit symbol, letter by letter.
 *
 * @param text - any text
 */
export function isUnit(text: string): text is Unit {
  return Object.hasOwn(UNITS, text);
}

function conversionBetween(from: Unit, to: Unit): [UnitDefinition, UnitDefinition] {
  if (!isConvertible(from, to)) throw new RangeError(`No conversion from ${from} to ${to}`);
  return [UNITS[from], UNITS[to]];
}

function plainSpelling(text: string): string {
  return text
    .replace(/[\s^]/g, '')
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('\u2126', 'Ω') // the ohm sign, a character of its own beside the Greek letter
    .replaceAll('\u2212', '-');
}

function isThousandth(symbol: Unit): boolean {
  const whole = symbol.slice(1);
  return symbol.startsWith('m') && isUnit(whole) && UNITS[whole].quantity === UNITS[symbol].quantity;
}

function unit(quantity: Quantity, times: number, over: number, spellings: readonly string[] = [], shift = 0): UnitDefinition {
  return { quantity, times, over, shift, spellings };
}
