import type { AttributeValue } from './attribute-row.ts';
import type { AttributeName } from './attributes.ts';

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
 * @returns undefined: the attribute is no end of a range
 */
export function pairOf(name: string): PairedAttribute | undefined {
  const pair = PAIRS.find((each) => each.some((attribute) => attribute === name));
  if (!pair) return undefined;
  const isLower = pair[0] === name;
  return { other: isLower ? pair[1] : pair[0], isLower };
}

/** A value from a local date on; null date: no start date, null value: none. */
export interface DatedValue {
  from: string | null;
  value: AttributeValue | null;
}

/**
 * The first time from which the two ends of a range leave nothing between them.
 *
 * @param lower - history of one end, in any order
 * @param upper - of the other
 * @returns what holds of both then; undefined: never
 */
export function findDisorder(
  lower: readonly DatedValue[],
  upper: readonly DatedValue[],
): { lower: AttributeValue; upper: AttributeValue } | undefined {
  const dates = new Set([...lower, ...upper].map(({ from }) => from ?? ''));
  for (const date of [...dates].sort()) {
    const [low, high] = [holding(lower, date), holding(upper, date)];
    if (low !== null && high !== null && low >= high) return { lower: low, upper: high };
  }
  return undefined;
}

function holding(history: readonly DatedValue[], date: string): AttributeValue | null {
  const begun = history.filter(({ from }) => (from ?? '') <= date).sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  return begun.at(-1)?.value ?? null;
}
