import type { ColumnProfile } from '../../../../signals/unknown-table.ts';
import { wordsOf } from './cell-text.ts';
import { stemOf } from './guess-layout.ts';
import { guessSignal, isGuess, type LeftOut, type PlantKind, type SignalGuess } from './guess-signal.ts';

/** A column, or a name of a file with one value per row. */
export interface Measured {
  column: string;
  unit: string;
  profile: ColumnProfile | undefined;
}

export interface SignalsGuess {
  guesses: SignalGuess[];
  leftOut: LeftOut[];
  /** Columns whose names say nothing. */
  unknown: string[];
}

const MODEL_FILE = /\b(era|merra|cerra|psm|nsrdb|solcast|meteonorm|reanalysis|satellite)\b/;
const WIND_WORDS = /\b(turbine|wtg|wt|nacelle|rotor|pitch|yaw|vane|blade|gear\w*|wind farm|windpark)\b/;
const PV_WORDS = /\b(pv|inv\w*|string|module|mod|mppt|poa|irr\w*|ghi|dni|solar|tracker|pyran\w*|dc)\b/;
/** Numbers that count or name something. */
const NO_MEASUREMENT =
  /\b(year|month|day|hour|minute|second|week|\w*id|\w*num|age|duration|no|nr|index|row|line|seq\w*|lat\w*|lon\w*|code|flag|quality|zenith|azimuth|elevation|aoi)\b/;

/** @param hint - the name of the file and the text above its table: they may name the quantity that columns do not */
export function guessSignals(
  measured: readonly Measured[],
  { hint, device, rows }: { hint: string; device: string; rows: number },
): SignalsGuess {
  const isModelled = MODEL_FILE.test(wordsOf(hint).join(' '));
  const plant = plantKindOf([...measured.map(({ column }) => column), device, hint]);
  const judge = (column: string, one: Measured) => guessSignal(column, { unit: one.unit, profile: one.profile, plant, isModelled });
  const judged = measured.map((one) => ({ one, found: judge(one.column, one) }));
  const guesses = judged.flatMap(({ found }) => (isGuess(found) ? [found] : []));
  const leftOut = judged.flatMap(({ found }) => (found !== undefined && !isGuess(found) ? [found] : []));
  const unknown = judged.flatMap(({ one, found }) => (found === undefined ? [one] : []));
  const byHint = nameless(isModelled ? [] : unknown, { isAlone: guesses.length === 0, rows }).map((one): SignalGuess => {
    const found = judge(hint, one);
    const base = isGuess(found) ? found : judge('active power', one);
    const quantity = { what: 'quantity', confidence: isGuess(found) ? 'unsure' : 'open' } as const;
    if (!isGuess(base)) throw new RangeError('Active power is a signal of the catalogue');
    return { ...base, column: one.column, score: 0, doubts: [quantity, ...base.doubts.filter(({ what }) => what !== 'quantity')] };
  });
  const taken = new Set(byHint.map(({ column }) => column));
  return { guesses: [...guesses, ...byHint], leftOut, unknown: unknown.map(({ column }) => column).filter((column) => !taken.has(column)) };
}

/** Columns without a quantity in their name that are measured all the same: one per device, or the only ones of the file. */
function nameless(unknown: readonly Measured[], { isAlone, rows }: { isAlone: boolean; rows: number }): Measured[] {
  const possible = unknown.filter(({ column, profile }) => {
    if (!profile || NO_MEASUREMENT.test(wordsOf(column).join(' '))) return false;
    const countsRows = profile.max - profile.min === rows - 1 && profile.distinct >= rows * 0.95;
    return profile.numbers > 0 && !countsRows;
  });
  if (isAlone) return possible;
  const stems = Map.groupBy(possible, ({ column }) => stemOf(column));
  return possible.filter(({ column }) => /\d/.test(column) && (stems.get(stemOf(column))?.length ?? 0) > 1);
}

function plantKindOf(names: readonly string[]): PlantKind {
  const words = names.map((name) => wordsOf(name.replace(/poa/i, ' POA ')).join(' '));
  const [wind, pv] = [words.some((one) => WIND_WORDS.test(one)), words.some((one) => PV_WORDS.test(one))];
  if (wind !== pv) return wind ? 'wind' : 'pv';
  if (wind) return 'unknown';
  // Wind and power alone are a turbine's.
  const hasWind = words.some((one) => /\bwind\w*|\bws\b/.test(one));
  return hasWind && words.some((one) => /\b(pow\w*|kw|mw|p)\b/.test(one)) ? 'wind' : 'unknown';
}
