import { z } from 'zod';

export const THRESHOLD_RULES = ['below', 'atMost', 'above', 'atLeast', 'between', 'empty'] as const;
export const THRESHOLD_SUBJECTS = ['value', 'percentOfBudget', 'percentOfExpected', 'percentOfTarget'] as const;
export const THRESHOLD_COLORS = ['danger', 'warn', 'ok', 'accent', 'neutral'] as const;
/** Colour never stands alone: a shape or a heavier weight goes with it. */
export const THRESHOLD_MARKS = ['triangle', 'circle', 'square', 'diamond', 'bold'] as const;
export const MOST_THRESHOLDS = 8;

export type ThresholdSubject = (typeof THRESHOLD_SUBJECTS)[number];

const ruleSchema = z.object({
  when: z.enum(THRESHOLD_RULES),
  /** null: only for `empty`. */
  value: z.number().nullable().default(null),
  /** Upper end of `between`, included. null: for every other rule */
  to: z.number().nullable().default(null),
  of: z.enum(THRESHOLD_SUBJECTS).default('value'),
  color: z.enum(THRESHOLD_COLORS).default('warn'),
  mark: z.enum(THRESHOLD_MARKS).default('triangle'),
});
export type Threshold = z.output<typeof ruleSchema>;

/** First match wins. */
export const thresholdsSchema = z.array(ruleSchema.refine(isComplete, { error: 'Widget_Threshold_Incomplete' })).max(MOST_THRESHOLDS);

/** A number in the unit of the table, and in percent of what it is compared with; null or absent: not known. */
export type ThresholdNumbers = Readonly<Partial<Record<ThresholdSubject, number | null>>>;

/** Whether a rule has the numbers that it needs. */
export function isComplete({ when, value, to }: Pick<Threshold, 'when' | 'value' | 'to'>): boolean {
  if (when === 'empty') return true;
  return value !== null && (when !== 'between' || (to !== null && value <= to));
}

/** The first rule that numbers meet. A number that is not known meets `empty` only. */
export function matchingThreshold(thresholds: readonly Threshold[], numbers: ThresholdNumbers): Threshold | undefined {
  return thresholds.find((threshold) => meets(numbers[threshold.of] ?? null, threshold));
}

function meets(number: number | null, { when, value, to }: Threshold): boolean {
  if (number === null || value === null) return number === null && when === 'empty';
  switch (when) {
    case 'below':
      return number < value;
    case 'atMost':
      return number <= value;
    case 'above':
      return number > value;
    case 'atLeast':
      return number >= value;
    case 'between':
      return to !== null && value <= number && number <= to;
    case 'empty':
      return false;
  }
}
