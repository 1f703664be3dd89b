import type { Issue } from '@solvane/contract/errors';
import { type DatedValue, findDisorder, pairOf } from '@solvane/energy/devices/attribute-pairs';
import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { findAttributeProblem } from '@solvane/energy/devices/check-attribute';

/** Attributes of a site that hold since ever and are columns of its row: lists, filters and every calendar read them. */
export const SITE_FIELDS = [
  'timezone',
  'latitude',
  'longitude',
  'signalCalcPeriod',
  'country',
  'plantOperator',
  'portfolio',
  'energyType',
  'operatingRegion',
] as const;
export type SiteField = (typeof SITE_FIELDS)[number];

export function isSiteField(name: string): name is SiteField {
  return SITE_FIELDS.some((field) => field === name);
}

/** The problem of one value as the user is told it; undefined: the value can be kept. */
export function attributeIssue(attribute: AttributeDefinition, value: AttributeValue, path: Issue['path']): Issue | undefined {
  const problem = findAttributeProblem(attribute, value);
  if (problem === undefined) return undefined;
  const { name, unit = '', min = 0, max = 0, options = [] } = attribute;
  return {
    level: 'error',
    path,
    message: `Attribute_Problem_${problem}`,
    values: { attribute: name, value: String(value), unit, minValue: min, maxValue: max, options: options.join(', ') },
  };
}

/** The problem of an attribute that leaves nothing between itself and the other end of its range; undefined: it does, or has no such end. */
export function orderIssue(
  name: string,
  historyOf: (attribute: string) => readonly DatedValue[],
): (Pick<Issue, 'message'> & { values: NonNullable<Issue['values']> }) | undefined {
  const pair = pairOf(name);
  if (!pair) return undefined;
  const [own, others] = [historyOf(name), historyOf(pair.other)];
  const disorder = pair.isLower ? findDisorder(own, others) : findDisorder(others, own);
  if (!disorder) return undefined;
  const [value, otherValue] = pair.isLower ? [disorder.lower, disorder.upper] : [disorder.upper, disorder.lower];
  return {
    message: pair.isLower ? 'Attribute_Problem_notBelow' : 'Attribute_Problem_notAbove',
    values: { attribute: name, value: String(value), otherAttribute: pair.other, otherValue: String(otherValue) },
  };
}

/** Files and pasted cells guess types: `0123` and `4.2` are texts where the attribute is one, and `12` is a number where it needs one. */
export function asAttributeKind(attribute: AttributeDefinition, value: AttributeValue): AttributeValue {
  switch (attribute.kind) {
    case 'number':
    case 'integer':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
    default:
      return typeof value === 'string' ? value.trim() : String(value);
  }
}
