import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { type AttributeProblem, findAttributeProblem } from '@solvane/energy/devices/check-attribute';

/** What a text in a cell means for its attribute; null: empty. */
export type ParsedCell = { value: AttributeValue | null } | { problem: AttributeProblem | 'required' };

export interface CellLabels {
  yes: string;
  no: string;
  /** Name of an option in the user's language. */
  optionLabel: (option: string) => string;
  decimalSeparator: string;
}

/** Reads what was typed or pasted: numbers as the user writes them, options by their name in the user's language or as stored. */
export function parseCell(
  text: string,
  { attribute, isRequired, words }: { attribute: AttributeDefinition; isRequired: boolean; words: CellLabels },
): ParsedCell {
  const trimmed = text.trim();
  if (trimmed === '') return isRequired ? { problem: 'required' } : { value: null };
  const value = toValue(trimmed, attribute, words);
  const problem = findAttributeProblem(attribute, value);
  return problem === undefined ? { value } : { problem };
}

/** A value as it stands in a field while it is edited: exact, without unit. */
export function editText(
  value: AttributeValue | null,
  { decimalSeparator, yes, no }: Pick<CellLabels, 'decimalSeparator' | 'yes' | 'no'>,
): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  return typeof value === 'number' ? String(value).replace('.', decimalSeparator) : value;
}

function toValue(text: string, { kind, options = [] }: AttributeDefinition, words: CellLabels): AttributeValue {
  switch (kind) {
    case 'number':
    case 'integer':
      return toNumber(text, words.decimalSeparator) ?? text;
    case 'boolean':
      return toBoolean(text, words) ?? text;
    case 'enum':
      return toOption(text, options, words);
    case 'list':
      return text
        .split(',')
        .map((word) => toOption(word.trim(), options, words))
        .join(',');
    default:
      return text;
  }
}

/** Spaces part thousands everywhere, commas only where they are no decimal sign. */
function toNumber(text: string, decimalSeparator: string): number | undefined {
  const dense = text.replace(/[\s\u202f\u00a0]/g, '').replace('\u2212', '-');
  const plain = decimalSeparator === ',' ? dense.replace(',', '.') : dense.replace(/,(?=\d{3}(\D|$))/g, '');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

function toBoolean(text: string, { yes, no }: CellLabels): boolean | undefined {
  const lower = text.toLowerCase();
  if ([yes.toLowerCase(), 'true', '1'].includes(lower)) return true;
  return [no.toLowerCase(), 'false', '0'].includes(lower) ? false : undefined;
}

function toOption(text: string, options: readonly string[], { optionLabel }: CellLabels): string {
  const lower = text.toLowerCase();
  return options.find((option) => option.toLowerCase() === lower || optionLabel(option).toLowerCase() === lower) ?? text;
}
