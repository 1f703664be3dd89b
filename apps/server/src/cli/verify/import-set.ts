import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportMapping, importMappingSchema } from '@solvane/contract/import-mapping';
import { type Document, parseDocument, stringify, visit } from 'yaml';
import { z } from 'zod';
import { PLACEHOLDER } from '../../modules/signals/import/guess/write-mapping.ts';
import { CommandError } from '../command.ts';
import { importCommand } from '../import.ts';
import type { Product } from './product.ts';
import type { RecipeImport } from './recipe.ts';

export interface ImportedFile {
  recipe: RecipeImport;
  mapping: ImportMapping;
  /** Lines of the guess that are marked as doubts. */
  doubts: number;
  /** Answers that changed what the guess had no doubt about: it was wrong there. */
  corrections: readonly string[];
  /** What the import printed. */
  printed: readonly string[];
  rows: number;
  points: number;
  events: number;
}

interface MappingText {
  time?: Record<string, unknown>;
  signals?: Record<string, unknown>[];
  [part: string]: unknown;
}

/** Imports a file as a person does: takes the guessed mapping, answers its doubts, corrects what is wrong and imports by it. */
export async function importAsUser(product: Product, recipe: RecipeImport, folders: { data: string; own: string }): Promise<ImportedFile> {
  const path = join(folders.data, recipe.file);
  const guessed = parseDocument((await product.run(importCommand, folders.own, '--guess', path)).join('\n'));
  const doubted = doubtedPaths(guessed);
  const guess = (guessed.toJS() ?? {}) as MappingText;
  const answered = answer(guess, recipe);
  const parsed = importMappingSchema.safeParse(answered);
  if (!parsed.success) throw new CommandError(`The mapping of ${recipe.file} has problems:\n${z.prettifyError(parsed.error)}`);
  const mappingPath = join(folders.own, 'mapping.yaml');
  await writeFile(mappingPath, stringify(answered));
  const printed = await product.run(importCommand, folders.own, mappingPath, path);
  return {
    recipe,
    mapping: parsed.data,
    doubts: doubted.size,
    corrections: correctionsOf(guess, answered, doubted),
    printed,
    ...countsOf(printed),
  };
}

/** Paths of the lines that carry a DOUBT, as `time.zone`. */
function doubtedPaths(document: Document): Set<string> {
  const doubted = new Set<string>();
  visit(document, {
    Pair: (_key, pair, ancestors) => {
      const value = pair.value as { comment?: string | null; commentBefore?: string | null } | null;
      const key = pair.key as { comment?: string | null; commentBefore?: string | null; value?: unknown } | null;
      const comments = [value?.comment, value?.commentBefore, key?.comment, key?.commentBefore].join(' ');
      if (comments.includes('DOUBT')) doubted.add(pathOf(ancestors, String(key?.value)));
    },
  });
  return doubted;
}

function pathOf(ancestors: readonly unknown[], key: string): string {
  const names = ancestors.flatMap((node, depth) => {
    const next = ancestors[depth + 1];
    if (node !== null && typeof node === 'object' && 'key' in node) return [String((node.key as { value?: unknown } | null)?.value)];
    if (
      node !== null &&
      typeof node === 'object' &&
      'items' in node &&
      next !== undefined &&
      !(typeof next === 'object' && next !== null && 'key' in next)
    )
      return [String((node.items as unknown[]).indexOf(next))];
    return [];
  });
  return [...names, key].join('.');
}

function answer(guess: MappingText, { answers, columns, onlyColumns }: RecipeImport): MappingText {
  const merged = merge(guess, answers) as MappingText;
  const kept = (merged.signals ?? []).filter(({ column }) => {
    const own = columns[String(column)];
    return own === undefined ? !onlyColumns : own !== null;
  });
  const signals = kept.map(withoutPlaceholder).map((signal) => ({ ...signal, ...columns[String(signal.column)] }));
  const known = new Set(signals.map((signal) => String((signal as { column?: unknown }).column)));
  const added = Object.entries(columns).flatMap(([column, own]) => (own === null || known.has(column) ? [] : [{ column, ...own }]));
  return { ...merged, signals: [...signals, ...added] };
}

/** A signal that the guess puts on a device of its own, to be named by the user, is one of the file's device unless the recipe names another. */
function withoutPlaceholder({ segmentId, ...signal }: Record<string, unknown>): Record<string, unknown> {
  return segmentId === undefined || segmentId === PLACEHOLDER ? signal : { ...signal, segmentId };
}

/** Parts of the second replace those of the first; a device is replaced as a whole, null removes. */
function merge(base: unknown, change: unknown): unknown {
  if (!isRecord(base) || !isRecord(change)) return change;
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete merged[name];
    else merged[name] = name === 'device' || name === 'events' ? value : merge(base[name], value);
  }
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the final mapping differs from the guess and the guess showed no doubt. Segments are named by the user anyway. */
function correctionsOf(guess: MappingText, answered: MappingText, doubted: ReadonlySet<string>): string[] {
  const time = Object.entries(answered.time ?? {}).flatMap(([name, value]) => {
    const before = guess.time?.[name];
    const isOpen = doubted.has(`time.${name}`) || ['ambiguous', 'nonexistent', 'snapSeconds'].includes(name);
    return isOpen || String(before) === String(value) ? [] : [`time.${name}: ${String(before)} is ${String(value)}`];
  });
  const before = new Map((guess.signals ?? []).map((signal, index) => [String(signal.column), { signal, index }]));
  const changed = (answered.signals ?? []).flatMap(({ column, signal, unit }) => {
    const own = before.get(String(column));
    if (!own) return [`${String(column)} was not mapped`];
    if (doubted.has(`signals.${own.index}.signal`) || doubted.has(`signals.${own.index}.unit`)) return [];
    const isSame = own.signal.signal === signal && String(own.signal.unit) === String(unit);
    return isSame
      ? []
      : [`${String(column)}: ${String(own.signal.signal)} [${String(own.signal.unit)}] is ${String(signal)} [${String(unit)}]`];
  });
  return [...time, ...changed];
}

function countsOf(printed: readonly string[]): { rows: number; points: number; events: number } {
  const line = printed.find((each) => / rows, /.test(each)) ?? '';
  const count = (pattern: RegExp): number => Number((pattern.exec(line)?.[1] ?? '0').replaceAll(',', ''));
  return { rows: count(/: ([\d,]+) rows/), points: count(/imported ([\d,]+) points/), events: count(/and ([\d,]+) events/) };
}
