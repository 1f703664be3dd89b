import type { CodeAtLevels, CodeFileRow, CodeMapping } from '@solvane/contract/event-codes';
import type { EventType } from '@solvane/energy/events/event-types';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';
import type { SetAtLevels } from './code-set-place.ts';
import type { Level } from './code-set-search.ts';

/** A code as one level states it. null and an empty priority: not stated there, the level below applies. */
export interface StatedCode {
  id: string;
  description: string;
  eventType: EventType | null;
  category: string | null;
  /** As typed. */
  priority: string;
}

/** By set and level. */
export const codeDrafts = createItemDrafts<StatedCode, SetAtLevels>();

/** The codes of a set as a level states them. */
export function statedCodes(codes: readonly CodeAtLevels[], level: Level): StatedCode[] {
  return codes.map(({ code, description, [level]: stated }) => ({ id: code, description, ...stated, priority: toText(stated.priority) }));
}

export type StatedField = 'eventType' | 'category' | 'priority';

export interface CodeRow extends StatedCode {
  /** Values of the level below. null: none */
  below: { eventType: EventType | null; category: string | null; priority: string | null };
  /** By type and category, where no level states one; of what is stored. */
  automaticPriority: number | null;
  problem: 'typeMissing' | 'categoryMissing' | 'priorityWrong' | undefined;
  isNew: boolean;
  isRemoved: boolean;
  isChanged: boolean;
  isCategoryChanged: boolean;
  isOverridden: boolean;
}

/** The codes of a set at a level as they would be saved, new ones first, removed ones where they were. */
export function codeRows(codes: readonly CodeAtLevels[], items: readonly StatedCode[], level: Level): CodeRow[] {
  const own = new Map(items.map((item) => [item.id, item]));
  const known = new Set(codes.map(({ code }) => code));
  return [
    ...items.filter(({ id }) => !known.has(id)).map((item) => toRow(undefined, item, level)),
    ...codes.map((stored) => toRow(stored, own.get(stored.code), level)),
  ];
}

function toRow(stored: CodeAtLevels | undefined, item: StatedCode | undefined, level: Level): CodeRow {
  const [before] = stored ? statedCodes([stored], level) : [];
  const shown = item ?? before;
  if (!shown) throw new RangeError('A row is a stored code or a new one');
  const levels = !stored || level === 'default' ? [] : level === 'site' ? [stored.enterprise, stored.default] : [stored.default];
  const priority = levels.find((each) => each.priority !== null)?.priority ?? null;
  const below = {
    eventType: levels.find((each) => each.eventType !== null)?.eventType ?? null,
    category: levels.find((each) => each.category !== null)?.category ?? null,
    priority: priority === null ? null : toText(priority),
  };
  const isChanged = !item || !before || FIELDS.some((field) => item[field] !== before[field]);
  return {
    ...shown,
    below,
    automaticPriority: isChanged || shown.priority !== '' || priority !== null ? null : (stored?.resolved.priority ?? null),
    problem: item ? problemOf(item, below, level) : undefined,
    isNew: !stored,
    isRemoved: !item,
    isChanged,
    isCategoryChanged: shown.category !== before?.category || !item,
    isOverridden: level !== 'default' && isStated(shown),
  };
}

const FIELDS = ['description', 'eventType', 'category', 'priority'] as const;

function isStated({ eventType, category, priority }: StatedCode): boolean {
  return eventType !== null || category !== null || priority !== '';
}

function problemOf(item: StatedCode, below: CodeRow['below'], level: Level): CodeRow['problem'] {
  if (item.priority !== '' && !isPriority(item.priority)) return 'priorityWrong';
  // A code that no level below knows is stated in full, or not at all.
  const isBare = level === 'default' || (below.eventType === null && isStated(item));
  if (isBare && item.eventType === null) return 'typeMissing';
  return isBare && item.category === null && below.category === null ? 'categoryMissing' : undefined;
}

/** The codes of a saved version; overrides of codes that it does not name are empty. */
export function versionCodes(saved: readonly CodeFileRow[], codes: readonly CodeAtLevels[], level: Level): StatedCode[] {
  const items = new Map(saved.map((row) => [row.code, toItem(row)]));
  if (level === 'default') return [...items.values()];
  const descriptions = new Map(codes.map(({ code, description }) => [code, description]));
  return [...new Set([...descriptions.keys(), ...items.keys()])].map((id) => ({
    ...(items.get(id) ?? { id, eventType: null, category: null, priority: '' }),
    description: descriptions.get(id) ?? '',
  }));
}

/** The codes with those of a file. Codes that the file does not name stay; only the set itself has descriptions. */
export function withFile(items: readonly StatedCode[], rows: readonly CodeFileRow[], level: Level): StatedCode[] {
  const all = new Map(items.map((item) => [item.id, item]));
  for (const row of rows) {
    const known = all.get(row.code);
    all.set(row.code, { ...toItem(row), ...(known && level !== 'default' && { description: known.description }) });
  }
  return [...all.values()];
}

/** What the level would state about the codes that were changed. */
export function toMappings(rows: readonly CodeRow[]): CodeMapping[] {
  return rows.flatMap(({ id: code, isChanged, isRemoved, problem, eventType, category, priority }): CodeMapping[] => {
    if (!isChanged || problem) return [];
    return [
      isRemoved ? { code, eventType: null, category: null, priority: null } : { code, eventType, category, priority: toNumber(priority) },
    ];
  });
}

/** The whole content of a set as it would be saved. */
export function toContent(items: readonly StatedCode[]) {
  return items.flatMap(({ id: code, description, eventType, category, priority }) =>
    eventType === null || category === null ? [] : [{ code, description, eventType, category, priority: toNumber(priority) }],
  );
}

function toItem({ code, priority, ...item }: CodeFileRow): StatedCode {
  return { id: code, ...item, priority: toText(priority) };
}

const LARGEST = 9_999;

function isPriority(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= LARGEST;
}

function toNumber(text: string): number | null {
  return text === '' ? null : Number(text);
}

function toText(priority: number | null): string {
  return priority === null ? '' : String(priority);
}
