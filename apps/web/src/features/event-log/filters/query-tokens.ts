import { type FindEventType, parseEventQuery } from '@solvane/contract/event-query';
import type { EventLabels } from '../../../shared/events/use-event-labels.ts';

const PART = /(?:[^\s"]|"[^"]*"?)+/g;

export interface QueryParts {
  /** Conditions as they were written, also those that are none: they find nothing until they are corrected. */
  chips: string[];
  /** Words, and what is still being written. */
  text: string;
}

/** Divides what stands in the search box: conditions stand as chips before what is being typed. */
export function partsOf(query: string, typeNamed?: FindEventType): QueryParts {
  const parts = [...query.matchAll(PART)].map(([part]) => part);
  const isCondition = (part: string): boolean => parseEventQuery(part, typeNamed).tokens[0]?.kind !== 'word';
  return { chips: parts.filter(isCondition), text: parts.filter((part) => !isCondition(part)).join(' ') };
}

export function toQuery({ chips, text }: QueryParts): string {
  return [...chips, text.trim()].filter((part) => part !== '').join(' ');
}

/** The query while something is being typed: a condition that cannot be read yet is not part of it. */
export function queryWhileTyping({ chips, text }: QueryParts, typeNamed?: FindEventType): string {
  const parts = [...text.matchAll(PART)]
    .map(([part]) => part)
    .filter((part) => parseEventQuery(part, typeNamed).notUnderstood.length === 0);
  return toQuery({ chips, text: parts.join(' ') });
}

/** What was typed, with the conditions that were finished by a space taken out of it. */
export function takeFinished(typed: string, typeNamed?: FindEventType): QueryParts {
  const end = typed.lastIndexOf(' ') + 1;
  const { chips, text } = partsOf(typed.slice(0, end), typeNamed);
  // A name in quotes holds spaces until the quotes are closed.
  if ((typed.match(/"/g)?.length ?? 0) % 2 === 1) return { chips: [], text: typed };
  if (chips.length === 0) return { chips, text: typed };
  return { chips, text: [text, typed.slice(end)].filter((part) => part !== '').join(' ') };
}

/** A condition as its chip says it: stored names of categories and types under the ones they have in the user's language. */
export function chipText(chip: string, words: Pick<EventLabels, 'category' | 'type'>, typeNamed?: FindEventType): string {
  const [token] = parseEventQuery(chip, typeNamed).tokens;
  const key = chip.slice(0, chip.search(/[:=]/) + 1);
  if (token?.kind === 'type') return `${key}${words.type(token.type)}`;
  if (token?.kind === 'category' && token.isExact) return `${key}${words.category(token.text)}`;
  return chip;
}

/** `lost>100` in its parts. */
export function splitChip(chip: string): { field: string; operator: string; value: string } {
  const [, field = '', operator = '', value = chip] = /^([a-zA-Z]+)([<>]=|[:<>=])(.*)$/.exec(chip) ?? [];
  return { field, operator, value };
}

/** A condition of the search box for a whole name. */
export function exactToken(key: 'site' | 'device' | 'code' | 'category', name: string): string {
  return `${key}=${quoted(name)}`;
}

/** A name as it stands in a condition. */
export function quoted(name: string): string {
  return /[\s"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name;
}

/** The query with some conditions in the place of those of the same kinds. */
export function withTokens(query: string, tokens: readonly string[]): string {
  const keyOf = (part: string): string => part.split(/[:=<>]/, 1)[0]?.toLowerCase() ?? '';
  const replaced = new Set(tokens.map(keyOf));
  const { chips, text } = partsOf(query);
  return toQuery({ chips: [...chips.filter((chip) => !replaced.has(keyOf(chip))), ...tokens], text });
}
