import type { Unit } from '@solvane/energy/units/units';
import type { ColumnProfile } from '../../../../signals/unknown-table.ts';

/** The unit that the size of a column's values speaks for. */
export interface UnitByMagnitude {
  unit: Unit;
  /** Smallest and largest value, for the request. */
  low: number;
  high: number;
  confidence: 'likely' | 'unsure';
  /** The name says another unit. */
  contradicts: boolean;
  /** Power from 0 to 1: a share of the rating. */
  isShare: boolean;
}

type Rule = (profile: ColumnProfile) => { unit: Unit; confidence: 'likely' | 'unsure' } | undefined;

/** Irradiance above 1.6 kW/m² does not last, and sunny hours below 20 W/m² are none. */
const irradiance: Rule = ({ high, max }) => {
  if (max > 0.05 && high <= 1.6 && max <= 3) return { unit: 'kW/m²', confidence: 'likely' };
  return high > 20 ? { unit: 'W/m²', confidence: 'likely' } : undefined;
};

/** @param warmest - degrees Celsius that 95 % of the values stay below anywhere on Earth */
function temperature(warmest: number): Rule {
  return ({ median, low, high }) => {
    if (median > 200) return { unit: 'K', confidence: 'likely' };
    if (high > warmest || (low > 26 && median > 45)) return { unit: '°F', confidence: 'unsure' };
    return low < -5 || high < warmest * 0.8 ? { unit: '°C', confidence: 'likely' } : { unit: '°C', confidence: 'unsure' };
  };
}

const share: Rule = ({ max }) => (max > 0 && max <= 1.05 ? { unit: '', confidence: 'likely' } : { unit: '%', confidence: 'likely' });

const windSpeed: Rule = ({ high }) =>
  high > 25 ? { unit: 'km/h', confidence: 'unsure' } : { unit: 'm/s', confidence: high < 18 ? 'likely' : 'unsure' };

const pressure: Rule = ({ median }) => {
  if (median > 50_000 && median < 110_000) return { unit: 'Pa', confidence: 'likely' };
  if (median > 500 && median < 1_100) return { unit: 'hPa', confidence: 'likely' };
  if (median > 50 && median < 110) return { unit: 'kPa', confidence: 'likely' };
  if (median > 15 && median < 32) return { unit: 'inHg', confidence: 'likely' };
  return median > 0.5 && median < 1.1 ? { unit: 'bar', confidence: 'likely' } : undefined;
};

/** A rating is not in the file: only what no machine delivers is decided. */
const power: Rule = ({ max }) => (max > 50_000 ? { unit: 'W', confidence: 'unsure' } : { unit: 'kW', confidence: 'unsure' });

const RULES: Record<string, Rule> = {
  IrradiancePOA: irradiance,
  IrradiancePOARear: irradiance,
  IrradianceGHI: irradiance,
  IrradianceDHI: irradiance,
  IrradianceDNI: irradiance,
  AmbientTemperature: temperature(48),
  ModuleTemperature: temperature(85),
  WindSpeed: windSpeed,
  NacelleWindSpeed: windSpeed,
  BarometricPressure: pressure,
  RelativeHumidity: share,
  StateOfCharge: share,
  StateOfHealth: share,
  ActivePower: power,
  DcPower: power,
  ReactivePower: power,
};
const POWERS = new Set(['ActivePower', 'DcPower']);
/** A unit in a name is doubted only where it is the usual one, written without a look at the logger, and its values can hardly be. */
const DOUBTED = new Set<Unit>(['W/m²', '°C', 'hPa', '%']);

/**
 * @param named - unit in the column's name
 * @param isShare - the name says that values are normalised
 */
export function unitByMagnitude(
  apCode: string,
  profile: ColumnProfile | undefined,
  { named, isWind, isShare }: { named: Unit | undefined; isWind: boolean; isShare: boolean },
): UnitByMagnitude | undefined {
  if (!profile || Number.isNaN(profile.max) || profile.min === profile.max) return undefined;
  const range = { low: rounded(profile.min), high: rounded(profile.max) };
  if (POWERS.has(apCode) && named === undefined && (isShare || profile.max <= 1.5))
    return { unit: 'kW', ...range, confidence: 'unsure', contradicts: false, isShare: true };
  // No turbine has a rating below 20 kW, and none above 20 MW.
  const isTurbineInMw = isWind && apCode === 'ActivePower' && profile.max <= 20;
  const found = isTurbineInMw ? ({ unit: 'MW', confidence: 'unsure' } as const) : RULES[apCode]?.(profile);
  if (!found) return undefined;
  const unit = apCode === 'ReactivePower' ? (found.unit === 'W' ? 'var' : 'kvar') : found.unit;
  if (named !== undefined && (named === unit || !DOUBTED.has(named) || found.confidence === 'unsure')) return undefined;
  const contradicts = named !== undefined;
  return { unit, ...range, confidence: contradicts ? 'unsure' : found.confidence, contradicts, isShare: false };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
