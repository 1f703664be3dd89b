import type { MappingDoubt } from '@solvane/contract/data-import';
import { type CatalogueRow, findCatalogueRow, SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { isConvertible, isUnit, parseUnit, type Unit } from '@solvane/energy/units/units';
import type { ColumnProfile } from '../../../../signals/unknown-table.ts';
import { wordsOf } from './cell-text.ts';
import { FORECAST, MODELLED, NAMES, NO_QUANTITY, SETPOINT, STATISTICS } from './signal-names.ts';
import { type UnitByMagnitude, unitByMagnitude } from './unit-by-magnitude.ts';

export interface SignalGuess {
  column: string;
  apCode: string;
  /** `apCode`, with the calculation type where it is not Raw. */
  signal: string;
  unit: string | undefined;
  /** Which of several columns of one signal is taken: the higher one. */
  score: number;
  doubts: Omit<MappingDoubt, 'path'>[];
}

/** Why a column with numbers is left out. */
export interface LeftOut {
  column: string;
  why: string;
}

export type PlantKind = 'pv' | 'wind' | 'unknown';

export interface SignalHints {
  /** Text of a line of units, or of a unit column. */
  unit: string;
  profile: ColumnProfile | undefined;
  plant: PlantKind;
  /** The file is of a weather model or of a forecast as a whole. */
  isModelled: boolean;
}

/** What a column measures, by its name, its unit and the size of its values; or why it is left out; undefined: its name says nothing. */
export function guessSignal(column: string, hints: SignalHints): SignalGuess | LeftOut | undefined {
  const words = wordsOf(column.replaceAll(/[[(][^\])]*[\])]/g, ' ')).join(' ');
  const found = findQuantity(column, words);
  if (!found) return undefined;
  const unit = findUnit(column, hints.unit, found.row);
  const row = atPlant(correctedByUnit(found.row, unit.other), hints.plant, words);
  const calcType = calcTypeOf(words, hints);
  if (calcType !== 'Raw' && !row.calcTypes.some((one) => one === calcType))
    return { column, why: calcType === undefined ? 'a model or a forecast' : `${row.name} has no ${calcType}` };
  if (calcType === undefined) return { column, why: 'a model or a forecast' };
  if (calcType === 'Raw' && !row.calcTypes.some((one) => one === 'Raw')) return { column, why: `${row.name} is calculated` };
  const named = unit.named ?? (unit.other !== undefined && isConvertible(unit.other, toUnit(row.unit)) ? unit.other : undefined);
  const sized = unitByMagnitude(row.apCode, hints.profile, {
    named,
    isWind: hints.plant === 'wind',
    isShare: /\b(norm\w*|per unit|pu)\b/.test(words),
  });
  const doubts = doubtsOf({ isExact: found.isExact, hasUnit: named !== undefined, sized, row, calcType });
  return {
    column,
    apCode: row.apCode,
    signal: calcType === 'Raw' ? row.apCode : `${row.apCode}||${calcType}`,
    unit: sized?.unit ?? named ?? row.unit,
    score:
      (found.isExact ? 4 : 0) +
      (named === undefined ? 0 : 2) -
      (/\b(clip\w*|corr\w*|norm\w*|raw|clear\w*|curtail\w*)\b/.test(words) ? 1 : 0),
    doubts,
  };
}

export function isGuess(guess: SignalGuess | LeftOut | undefined): guess is SignalGuess {
  return guess !== undefined && 'signal' in guess;
}

function findQuantity(column: string, words: string): { row: CatalogueRow; isExact: boolean } | undefined {
  const plain = column.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const exact = SIGNAL_CATALOGUE.find(({ apCode }) => apCode.toLowerCase() === plain);
  if (exact) return { row: exact, isExact: true };
  const apCode = NAMES.find(([pattern]) => pattern.test(words))?.[1];
  if (apCode === undefined || (NO_QUANTITY.test(words) && apCode !== 'PowerFactor' && apCode !== 'EventCode')) return undefined;
  const row = findCatalogueRow(apCode);
  return row && { row, isExact: false };
}

/** Units of energy and of power are what tells the two apart where a name does not. */
function correctedByUnit(row: CatalogueRow, unit: Unit | undefined): CatalogueRow {
  const pairs: Record<string, string> = { ActivePower: 'ActiveEnergy', ActiveEnergy: 'ActivePower', WindSpeed: 'WindDirection' };
  const other = unit === undefined ? undefined : findCatalogueRow(pairs[row.apCode] ?? '');
  return other && unit !== undefined && isConvertible(unit, toUnit(other.unit)) ? other : row;
}

function atPlant(row: CatalogueRow, plant: PlantKind, words: string): CatalogueRow {
  if (plant !== 'wind' || /\b(met|mast|lidar)\b/.test(words)) return row;
  const nacelle = { WindSpeed: 'NacelleWindSpeed', WindDirection: 'NacelleWindDirection' }[row.apCode as string];
  return (nacelle === undefined ? undefined : findCatalogueRow(nacelle)) ?? row;
}

/** undefined: a model's value that the catalogue computes itself. */
function calcTypeOf(words: string, { isModelled }: SignalHints): string | undefined {
  if (FORECAST.test(words)) return 'Forecast';
  if (isModelled) return 'ExternalWeather';
  if (MODELLED.test(words)) return undefined;
  if (SETPOINT.test(words) && !/curtail|dispatch/.test(words)) return 'Setpoint';
  return STATISTICS.find(([pattern]) => pattern.test(words))?.[1] ?? 'Raw';
}

/** Spellings of units in names, in which no mark stands. */
const UNIT_WORDS: Record<string, string> = {
  'w m 2': 'W/m²',
  'wm 2': 'W/m²',
  'wpm 2': 'W/m²',
  'kw m 2': 'kW/m²',
  'kwm 2': 'kW/m²',
  'kwh m 2': 'kWh/m²',
  'wh m 2': 'Wh/m²',
  'm s': 'm/s',
  ms: 'm/s',
  'km h': 'km/h',
  'deg c': '°C',
  'deg f': '°F',
  'deg k': 'K',
};

/** `named`: the unit in the name or the line of units, of the quantity. `other`: one that is there and does not fit. */
function findUnit(column: string, unitRow: string, row: CatalogueRow): { named: Unit | undefined; other: Unit | undefined } {
  const bracketed = [...column.matchAll(/[[(]([^\])]*)[\])]/g)].map(([, text]) => text ?? '');
  const words = wordsOf(column.replaceAll(/[[(][^\])]*[\])]/g, ' '));
  const tokens = [3, 2, 1].flatMap((length) =>
    words.flatMap((_, from) => (from + length > words.length ? [] : [words.slice(from, from + length).join(' ')])),
  );
  const wanted = toUnit(row.unit);
  const last = words.findLast((word) => !/^\d+$/.test(word));
  const told = [unitRow, ...bracketed]
    .filter((text) => text !== '')
    .map(parseUnit)
    .filter((unit) => unit !== undefined);
  const fits = (unit: Unit): boolean => isConvertible(unit, wanted);
  const spelled = tokens.flatMap((token) => {
    const unit = parseUnit(UNIT_WORDS[token] ?? /[a-z]{3}(kwh|mwh|kw|mw)$/.exec(token)?.[1] ?? token);
    // A single letter is a unit only at the end: the a of `current_a`.
    return unit !== undefined && (token.length > 1 || token === last) ? [unit] : [];
  });
  return {
    named: [...told, ...spelled].find(fits),
    other: told[0] ?? spelled.find((unit) => ['kW', 'MW', 'W', 'kWh', 'MWh', 'Wh'].includes(unit)),
  };
}

function doubtsOf({
  isExact,
  hasUnit,
  sized,
  row,
  calcType,
}: {
  isExact: boolean;
  hasUnit: boolean;
  sized: UnitByMagnitude | undefined;
  row: CatalogueRow;
  calcType: string;
}): SignalGuess['doubts'] {
  const doubts: SignalGuess['doubts'] = [];
  if (calcType === 'Forecast' || calcType === 'ExternalWeather') doubts.push({ what: 'forecast', confidence: 'likely' });
  if (sized?.isShare) doubts.push({ what: 'perUnit', confidence: 'open', values: { low: sized.low, high: sized.high } });
  else if (sized && (!hasUnit || sized.contradicts))
    doubts.push({ what: 'magnitude', confidence: sized.confidence, values: { low: sized.low, high: sized.high, unit: sized.unit } });
  else if (!hasUnit && row.unit !== '') doubts.push({ what: 'unit', confidence: 'unsure' });
  if (!isExact && doubts.length === 0) doubts.push({ what: 'quantity', confidence: 'likely' });
  return doubts;
}

function toUnit(text: string): Unit {
  return isUnit(text) ? text : '';
}
