import type { AttributeName, AttributeValue } from './attributes.ts';

/** Attributes of one device of which the first must lie below the second: ranges and periods that were empty otherwise. */
const PAIRS: readonly (readonly [AttributeName, AttributeName])[] = [
  ['baselineStart', 'baselineEnd'],
  ['commissioningDate', 'decommissioningDate'],
  ['minStateOfCharge', 'maxStateOfCharge'],
  ['cutInWindSpeed', 'cutOutWindSpeed'],
];

export interface PairedAttribute {
  other: AttributeName;
  /** Whether it must lie below the other, or above it. */
  isLower: boolean;
}

/**
 * The attribute a value must be in order with.
 *
 * @param name - of the attribute
 * @returns undefined: any value goes with any of the others
 */
export function pairOf(name: string): PairedAttribute | undefined {
  const pair = PAIRS.find((each) => each.some((attribute) => attribute === name));
  if (!pair) return undefined;
  const isLower = pair[0] === name;
  return { other: isLower ? pair[1] : pair[0], isLower };
}

/**
 * Whether two values of a pair leave nothing between them.
 *
 * @param value - of the attribute
 * @param other - of its pair
 * @param isLower - as from `pairOf`
 */
export function isOutOfOrder(value: AttributeValue, other: AttributeValue, isLower: boolean): boolean {
  return isLower ? value >= other : value <= other;
}
