import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { hasSignal } from '@solvane/energy/devices/segment-signals';
import { stemOf } from './guess-layout.ts';
import type { LeftOut, SignalGuess } from './guess-signal.ts';

/** How the columns of a table become signals of devices. */
export interface Assignment {
  signals: MappingDraft['signals'];
  doubts: MappingDoubt[];
  leftOut: LeftOut[];
  /** Every column belongs to a device of its own. */
  isWide: boolean;
}

/** Words that number devices in the names of columns. */
const DEVICE =
  /(?:^|[^a-z])(inv(?:erter)?|wr|wechselrichter|onduleur|wt|wtg|turbine|t|unit|meter|mtr|met|ws|string|str|cb|combiner|block|tracker|bess|feeder|array|module|mod|sensor|rack|pcs|met)[ _.-]*0*(\d{1,4})(?![\d])/i;
const OF_GENERATORS = new Set(['ActivePower', 'ActiveEnergy', 'ExportCounter', 'ReactivePower', 'DcPower']);

interface Owned {
  guess: SignalGuess;
  /** What numbers its device; empty: the file's. */
  owner: string;
}

/** @param hasDeviceColumn - rows name their device, so columns need not */
export function assignColumns(guesses: readonly SignalGuess[], { hasDeviceColumn }: { hasDeviceColumn: boolean }): Assignment {
  const owned = hasDeviceColumn ? guesses.map((guess) => ({ guess, owner: '' })) : ownersOf(guesses);
  const { kept, leftOut } = keepBest(owned, hasDeviceColumn);
  const owners = new Set(kept.map(({ owner }) => owner));
  const generators = new Set(kept.flatMap(({ guess, owner }) => (owner !== '' && OF_GENERATORS.has(guess.apCode) ? [owner] : [])));
  const hasManyDevices = generators.size > 1 || (!owners.has('') && owners.size > 1);
  const main = hasManyDevices || hasDeviceColumn ? undefined : mainOwner(kept);
  const doubts: MappingDoubt[] = [];
  const signals = kept.map(({ guess, owner }, index) => {
    const isElsewhere = hasManyDevices || (!hasDeviceColumn && (owner !== main || isOfAnotherDevice(guess, kept)));
    if (isElsewhere) {
      const repeats = !hasManyDevices && kept.some((other) => other.owner !== owner && other.guess.signal === guess.signal);
      doubts.push({ path: ['signals', index, 'segmentId'], what: repeats ? 'shared' : 'device', confidence: 'open' });
    }
    for (const doubt of guess.doubts) doubts.push({ path: ['signals', index, 'signal'], ...doubt });
    return {
      column: guess.column,
      signal: guess.signal,
      ...(guess.unit === undefined ? {} : { unit: guess.unit }),
      ...(isElsewhere ? { segmentId: '' } : {}),
    };
  });
  return { signals, doubts, leftOut, isWide: !hasDeviceColumn && signals.length > 0 && signals.every((signal) => 'segmentId' in signal) };
}

/** A number behind a word for a device, or a number in which columns of one signal differ, tells devices apart. */
function ownersOf(guesses: readonly SignalGuess[]): Owned[] {
  const alike = Map.groupBy(guesses, ({ column, signal }) => `${stemOf(column)} ${signal}`);
  return guesses.map((guess) => {
    const [, kind, number] = DEVICE.exec(guess.column) ?? [];
    if (kind !== undefined) return { guess, owner: `${kind.toLowerCase()} ${Number(number)}` };
    const group = alike.get(`${stemOf(guess.column)} ${guess.signal}`) ?? [];
    return { guess, owner: group.length > 1 ? (guess.column.match(/\d+/g) ?? []).join(' ') : '' };
  });
}

/** Of several columns of one signal and device the one whose name says most. Statistics follow their mean. */
function keepBest(owned: readonly Owned[], hasDeviceColumn: boolean): { kept: Owned[]; leftOut: LeftOut[] } {
  const best = new Map<string, Owned>();
  const keyOf = ({ guess, owner }: Owned): string => `${owner} ${guess.signal}`;
  for (const one of owned) {
    const taken = best.get(keyOf(one));
    if (!taken || one.guess.score > taken.guess.score) best.set(keyOf(one), one);
  }
  const kept = owned.filter((one) => best.get(keyOf(one)) === one);
  const leftOut = owned.flatMap((one) => {
    const taken = best.get(keyOf(one));
    if (taken === one) return [];
    const way = hasDeviceColumn ? '' : '; give it a segmentId of its own if it is of another device';
    return [{ column: one.guess.column, why: `${one.guess.signal} is read from ${taken?.guess.column}${way}` }];
  });
  return { kept, leftOut };
}

/** The device that the file as a whole is of: the one whose power it holds, else the unnumbered, the only or first one. */
function mainOwner(kept: readonly Owned[]): string {
  const generators = new Set(kept.flatMap(({ guess, owner }) => (OF_GENERATORS.has(guess.apCode) ? [owner] : [])));
  const [only] = generators.size === 1 ? generators : [];
  return only ?? (kept.some(({ owner }) => owner === '') ? '' : (kept[0]?.owner ?? ''));
}

/** Weather beside power: an inverter has no irradiance, it belongs to a weather station. */
function isOfAnotherDevice({ apCode }: SignalGuess, kept: readonly Owned[]): boolean {
  const isPlant = kept.some(({ guess }) => OF_GENERATORS.has(guess.apCode));
  if (!isPlant || !hasSignal('WeatherStation', apCode)) return false;
  return !hasSignal(isWind(kept) ? 'WindTurbine' : 'Inverter', apCode);
}

function isWind(kept: readonly Owned[]): boolean {
  return kept.some(
    ({ guess: { apCode } }) => hasSignal('WindTurbine', apCode) && !hasSignal('Inverter', apCode) && !hasSignal('WeatherStation', apCode),
  );
}
