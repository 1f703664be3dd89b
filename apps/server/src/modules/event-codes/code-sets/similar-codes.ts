import type { UnmappedCode } from '@solvane/contract/event-codes';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { CategorySetEnergyType } from '@solvane/energy/events/category-sets';
import type { EventCodeRow, EventCodeSetRow } from '../../../db/schema/event-codes.ts';
import type { KnownCodes } from './usable-sets.ts';

/** Of all words of both texts, the share they have in common. */
const SIMILAR_ENOUGH = 0.25;
/** Other manufacturers may mean something else by the same words. */
const SIMILAR_ELSEWHERE = 0.5;

interface IndexedCode {
  code: EventCodeRow;
  set: EventCodeSetRow;
  words: ReadonlySet<string>;
}

/** Codes of one set by the words of their texts, made when they are first asked for. */
export interface CodeIndex {
  setsOf: KnownCodes['setsOf'];
  wordsOf(set: EventCodeSetRow): ReadonlyMap<string, readonly IndexedCode[]>;
}

export function indexCodes(known: KnownCodes): CodeIndex {
  const indexed = new Map<string, Map<string, IndexedCode[]>>();
  return {
    setsOf: known.setsOf,
    wordsOf: (set) => {
      const found = indexed.get(set.id) ?? toIndex(set, known.codesOf(set.id));
      indexed.set(set.id, found);
      return found;
    },
  };
}

interface Unexplained {
  enterpriseId: EnterpriseId;
  manufacturer: string | null;
  energyType: CategorySetEnergyType;
  message: string;
}

/** The code whose text has most words in common: of the same manufacturer where there is one, else of any that makes the same kind of device. */
export function findSimilarCode(
  index: CodeIndex,
  { enterpriseId, manufacturer, energyType, message }: Unexplained,
): UnmappedCode['suggestion'] | undefined {
  const sets = index.setsOf(enterpriseId);
  const isSameMaker = (set: EventCodeSetRow) => manufacturer !== null && fold(set.manufacturer) === fold(manufacturer);
  const words = wordsOf(message);
  const best =
    mostSimilar(index, { sets: sets.filter(isSameMaker), words, least: SIMILAR_ENOUGH }) ??
    mostSimilar(index, {
      sets: sets.filter((set) => set.energyType === energyType && !isSameMaker(set)),
      words,
      least: SIMILAR_ELSEWHERE,
    });
  if (!best) return undefined;
  const { code, description, category, eventType } = best.code;
  return { code, description, manufacturer: best.set.manufacturer, category, eventType };
}

function mostSimilar(
  index: CodeIndex,
  { sets, words, least }: { sets: readonly EventCodeSetRow[]; words: ReadonlySet<string>; least: number },
): IndexedCode | undefined {
  let best: { found: IndexedCode; share: number } | undefined;
  for (const set of sets) {
    const byWord = index.wordsOf(set);
    const candidates = new Set([...words].flatMap((word) => byWord.get(word) ?? []));
    for (const found of candidates) {
      const share = words.intersection(found.words).size / words.union(found.words).size;
      if (share >= least && share > (best?.share ?? 0)) best = { found, share };
    }
  }
  return best?.found;
}

function toIndex(set: EventCodeSetRow, codes: readonly EventCodeRow[]): Map<string, IndexedCode[]> {
  const index = new Map<string, IndexedCode[]>();
  for (const code of codes) {
    const indexed = { code, set, words: wordsOf(code.description) };
    for (const word of indexed.words) {
      const known = index.get(word);
      if (known) known.push(indexed);
      else index.set(word, [indexed]);
    }
  }
  return index;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
