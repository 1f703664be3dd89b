import type { CodeAtLevels, CodeFileRow, CodeSaying } from '@solvane/contract/event-codes';
import type { EventType } from '@solvane/energy/events/event-types';
import { createDraftStore } from '../../shared/configuration/draft-store.ts';
import type { SetAtLevels } from './code-set-place.ts';
import type { Level } from './code-set-search.ts';

/** Unsaved changes of a code; an absent field is unchanged. */
export interface CodeDraft {
  description?: string;
  /** null: not set at this level any more, the level below applies. */
  eventType?: EventType | null;
  category?: string | null;
  /** As typed; empty: not set. */
  priority?: string;
  isNew?: true;
  isRemoved?: true;
}
export type Drafts = Readonly<Record<string, CodeDraft>>;

/** By set and level. */
export const codeDrafts = createDraftStore<Drafts, SetAtLevels>({ none: {}, isNone: (drafts) => Object.keys(drafts).length === 0 });

interface Cell<T> {
  /** null: not stated at this level. */
  stated: T | null;
  /** Value of the level below: it applies where this level states none. null: none */
  below: T | null;
  isChanged: boolean;
}

export interface CodeRow {
  code: string;
  description: string;
  eventType: Cell<EventType>;
  category: Cell<string>;
  priority: Cell<string>;
  /** By type and category, where no level says one; of what is saved. */
  automaticPriority: number | null;
  problem: 'typeMissing' | 'categoryMissing' | 'priorityWrong' | undefined;
  isNew: boolean;
  isRemoved: boolean;
  isChanged: boolean;
  isOverridden: boolean;
}

const LARGEST = 9_999;

/** The codes of a set at a level with what was changed, new ones first. */
export function codeRows(codes: readonly CodeAtLevels[], drafts: Drafts, level: Level): CodeRow[] {
  const known = new Set(codes.map(({ code }) => code));
  const added = Object.keys(drafts).filter((code) => drafts[code]?.isNew && !known.has(code));
  return [
    ...added.map((code) => toRow(emptyCode(code), drafts[code], level)),
    ...codes.map((code) => toRow(code, drafts[code.code], level)),
  ];
}

/** Drafts left after `saved` are stored: changes made during the request. */
export function changedSince(saved: Drafts, now: Drafts): Drafts {
  return Object.fromEntries(Object.entries(now).filter(([code, draft]) => draft !== saved[code]));
}

/** A change on top of those there were; one that leads back to what is saved is none. */
export function withDraft(
  drafts: Drafts,
  { code, stored }: { code: string; stored: CodeAtLevels | undefined },
  change: CodeDraft,
  level: Level,
): Drafts {
  const merged = { ...drafts[code], ...change };
  if (!stored) return { ...drafts, [code]: merged };
  const stated = stored[level];
  const kept: CodeDraft = {
    ...(merged.description !== undefined && merged.description !== stored.description && { description: merged.description }),
    ...(merged.eventType !== undefined && merged.eventType !== stated.eventType && { eventType: merged.eventType }),
    ...(merged.category !== undefined && merged.category !== stated.category && { category: merged.category }),
    ...(merged.priority !== undefined && merged.priority.trim() !== toText(stated.priority) && { priority: merged.priority }),
    ...(merged.isRemoved && { isRemoved: true as const }),
  };
  return Object.keys(kept).length === 0 ? withoutDraft(drafts, code) : { ...drafts, [code]: kept };
}

export function withoutDraft(drafts: Drafts, code: string): Drafts {
  const { [code]: _, ...others } = drafts;
  return others;
}

/** A code as one level states it, to compare what two users changed. */
export interface StatedCode {
  id: string;
  description: string;
  eventType: EventType | null;
  category: string | null;
  priority: string;
}

export function statedCodes(rows: readonly CodeRow[]): StatedCode[] {
  return rows.flatMap(({ code, isRemoved, description, eventType, category, priority }) =>
    isRemoved
      ? []
      : [{ id: code, description, eventType: eventType.stated, category: category.stated, priority: (priority.stated ?? '').trim() }],
  );
}

/** Without changes. */
export function storedCodes(codes: readonly CodeAtLevels[], level: Level): StatedCode[] {
  return statedCodes(codeRows(codes, {}, level));
}

/** The codes of a saved version at a level; overrides of codes that it does not name are empty. */
export function versionCodes(saved: readonly CodeFileRow[], codes: readonly CodeAtLevels[], level: Level): StatedCode[] {
  const items = new Map(saved.map(({ code, priority, ...item }) => [code, { id: code, ...item, priority: toText(priority) }]));
  if (level === 'default') return [...items.values()];
  const descriptions = new Map(codes.map(({ code, description }) => [code, description]));
  return [...new Set([...descriptions.keys(), ...items.keys()])].map((id) => ({
    ...(items.get(id) ?? { id, eventType: null, category: null, priority: '' }),
    description: descriptions.get(id) ?? '',
  }));
}

/** The changes that lead from what is stored to `wanted`. */
export function draftsTo(wanted: readonly StatedCode[], codes: readonly CodeAtLevels[], level: Level): Drafts {
  const known = new Map(codes.map((code) => [code.code, code]));
  const kept = new Set(wanted.map(({ id }) => id));
  const drafts = wanted.map(({ id, ...change }): Drafts => {
    const stored = known.get(id);
    return stored ? withDraft({}, { code: id, stored }, change, level) : { [id]: { ...change, isNew: true } };
  });
  const removed = codes.filter(({ code }) => !kept.has(code)).map(({ code }): Drafts => ({ [code]: { isRemoved: true } }));
  return Object.assign({}, ...drafts, ...removed);
}

/** What a file says, as changes. A set's own codes that a file does not name stay. */
export function draftsFromFile(codes: readonly CodeAtLevels[], rows: readonly CodeFileRow[], level: Level): Drafts {
  const known = new Map(codes.map((code) => [code.code, code]));
  const drafts = rows.map(({ code, description, eventType, category, priority }): Drafts => {
    const stored = known.get(code);
    const change = { eventType, category, priority: toText(priority) };
    if (!stored) return { [code]: { ...change, description, isNew: true } };
    return withDraft({}, { code, stored }, level === 'default' ? { ...change, description } : change, level);
  });
  return Object.assign({}, ...drafts);
}

/** What saving would say about the codes that were changed. */
export function toSayings(rows: readonly CodeRow[]): CodeSaying[] {
  return rows.flatMap(({ code, isChanged, isRemoved, problem, eventType, category, priority }): CodeSaying[] => {
    if (!isChanged || problem) return [];
    if (isRemoved) return [{ code, eventType: null, category: null, priority: null }];
    return [{ code, eventType: eventType.stated, category: category.stated, priority: toNumber(priority.stated) }];
  });
}

/** The whole content of a set as it would be saved. */
export function toContent(rows: readonly CodeRow[]) {
  return rows.flatMap(({ code, description, eventType, category, priority, isRemoved }) =>
    isRemoved || eventType.stated === null || category.stated === null
      ? []
      : [{ code, description, eventType: eventType.stated, category: category.stated, priority: toNumber(priority.stated) }],
  );
}

function toRow(stored: CodeAtLevels, draft: CodeDraft | undefined, level: Level): CodeRow {
  const stated = stored[level];
  const below = level === 'site' ? [stored.enterprise, stored.default] : level === 'enterprise' ? [stored.default] : [];
  const eventType = toCell(draft?.eventType, stated.eventType, below.find((each) => each.eventType !== null)?.eventType ?? null);
  const category = toCell(draft?.category, stated.category, below.find((each) => each.category !== null)?.category ?? null);
  const belowPriority = below.find((each) => each.priority !== null)?.priority ?? null;
  const priority = toPriorityCell(draft?.priority, stated.priority, belowPriority);
  const isRemoved = draft?.isRemoved ?? false;
  const isOverridden = level !== 'default' && [eventType, category, priority].some((cell) => cell.stated !== null);
  const row = {
    code: stored.code,
    description: draft?.description ?? stored.description,
    eventType,
    category,
    priority,
    automaticPriority: draft || stated.priority !== null || belowPriority !== null ? null : stored.resolved.priority,
    isNew: draft?.isNew ?? false,
    isRemoved,
    isChanged: draft !== undefined,
    isOverridden,
  };
  return { ...row, problem: isRemoved ? undefined : problemOf(row, level) };
}

function problemOf(
  { eventType, category, priority }: Pick<CodeRow, 'eventType' | 'category' | 'priority'>,
  level: Level,
): CodeRow['problem'] {
  if (priority.stated !== null && !isPriority(priority.stated)) return 'priorityWrong';
  // A code of which no level below knows anything is explained in full, or not at all.
  const isBare =
    level === 'default' ||
    (eventType.below === null && (category.stated !== null || eventType.stated !== null || priority.stated !== null));
  if (isBare && eventType.stated === null) return 'typeMissing';
  return isBare && category.stated === null && category.below === null ? 'categoryMissing' : undefined;
}

function toPriorityCell(typed: string | undefined, stored: number | null, below: number | null): Cell<string> {
  const isChanged = typed !== undefined;
  if (!isChanged) return { stated: toTextOrNull(stored), below: toTextOrNull(below), isChanged };
  return { stated: typed.trim() === '' ? null : typed, below: toTextOrNull(below), isChanged };
}

function toCell<T>(draft: T | null | undefined, stored: T | null, below: T | null): Cell<T> {
  return { stated: draft === undefined ? stored : draft, below, isChanged: draft !== undefined };
}

function isPriority(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= LARGEST;
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function toText(priority: number | null): string {
  return priority === null ? '' : String(priority);
}

function toTextOrNull(priority: number | null): string | null {
  return priority === null ? null : String(priority);
}

const NOTHING = { category: null, eventType: null, priority: null };

function emptyCode(code: string): CodeAtLevels {
  return {
    code,
    description: '',
    default: NOTHING,
    enterprise: NOTHING,
    site: NOTHING,
    resolved: { category: '', eventType: 'Unknown', priority: 0 },
  };
}
