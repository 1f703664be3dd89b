import { isZone } from '../time/zone.ts';
import type { AttributeValue } from './attribute-row.ts';
import type { AttributeDefinition } from './attributes.ts';

/** Why a value cannot be kept: wrong kind of value, out of bounds, not of the list, not in the exact form, or no such date or zone. */
export type AttributeProblem = 'kind' | 'min' | 'max' | 'option' | 'pattern' | 'date' | 'zone' | 'monthly';

const TEXT_MAX = 200;

/**
 * What is wrong with a value of an attribute.
 *
 * @param attribute - definition of the attribute
 * @param value - in the attribute's unit
 * @returns undefined when the value can be kept
 */
export function findAttributeProblem(attribute: AttributeDefinition, value: AttributeValue): AttributeProblem | undefined {
  switch (attribute.kind) {
    case 'number':
      return typeof value === 'number' ? boundsProblem(attribute, value) : 'kind';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) ? boundsProblem(attribute, value) : 'kind';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'kind';
    default:
      return typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX ? textProblem(attribute, value) : 'kind';
  }
}

/**
 * Reads twelve numbers, January first.
 *
 * @param text - numbers with commas between them
 * @returns shape (12), or undefined when the text holds anything else
 */
export function parseMonthly(text: string): Float64Array | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 12 || parts.includes('')) return undefined;
  const values = Float64Array.from(parts, Number);
  return values.every(Number.isFinite) ? values : undefined;
}

function textProblem(attribute: AttributeDefinition, text: string): AttributeProblem | undefined {
  switch (attribute.kind) {
    case 'enum':
      return attribute.options?.includes(text) ? undefined : 'option';
    case 'list':
      return listProblem(attribute, text);
    case 'date':
      return isDate(text) ? undefined : 'date';
    case 'zone':
      return isZone(text) ? undefined : 'zone';
    case 'monthly':
      return monthlyProblem(attribute, text);
    default:
      return attribute.pattern === undefined || attribute.pattern.test(text) ? undefined : 'pattern';
  }
}

function boundsProblem({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: AttributeDefinition, value: number) {
  if (!Number.isFinite(value)) return 'kind';
  if (value < min) return 'min';
  return value > max ? 'max' : undefined;
}

function listProblem({ options = [] }: AttributeDefinition, text: string): AttributeProblem | undefined {
  const words = text.split(',').map((word) => word.trim());
  return words.every((word) => options.includes(word)) && new Set(words).size === words.length ? undefined : 'option';
}

function monthlyProblem(attribute: AttributeDefinition, text: string): AttributeProblem | undefined {
  const values = parseMonthly(text);
  if (values === undefined) return 'monthly';
  for (const value of values) {
    const problem = boundsProblem(attribute, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
