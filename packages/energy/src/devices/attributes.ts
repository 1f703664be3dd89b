import type { AttributeRow } from './attribute-row.ts';
import { EQUIPMENT_ATTRIBUTES } from './attributes-equipment.ts';
import { GENERATOR_ATTRIBUTES } from './attributes-generator.ts';
import { SITE_ATTRIBUTES } from './attributes-site.ts';
import type { SegmentType } from './segment-types.ts';

const ROWS = [...SITE_ATTRIBUTES, ...GENERATOR_ATTRIBUTES, ...EQUIPMENT_ATTRIBUTES] as const satisfies readonly AttributeRow[];

/** Names of the attributes the product knows; a wrong spelling does not compile. */
export type AttributeName = (typeof ROWS)[number]['name'];

export interface AttributeDefinition extends AttributeRow {
  name: AttributeName;
}

/** Every attribute, in the order lists show them. Message key of a name: `Attribute_<name>`. */
export const ATTRIBUTES: readonly AttributeDefinition[] = ROWS;

const byName = new Map<string, AttributeDefinition>(ATTRIBUTES.map((attribute) => [attribute.name, attribute]));

/**
 * Definition of an attribute.
 *
 * @param name - case-sensitive
 * @returns undefined when no attribute has this name
 */
export function findAttribute(name: string): AttributeDefinition | undefined {
  return byName.get(name);
}

/**
 * The attributes segments of a type can have, in list order.
 *
 * @param type - a segment type
 */
export function attributesOf(type: SegmentType): AttributeDefinition[] {
  return ATTRIBUTES.filter((attribute) => attribute.segmentTypes.includes(type));
}

/**
 * Whether calculations for segments of a type need the attribute.
 *
 * @param attribute - definition of the attribute
 * @param type - a segment type
 */
export function isRequiredFor(attribute: AttributeDefinition, type: SegmentType): boolean {
  return attribute.requiredFor?.includes(type) ?? false;
}
