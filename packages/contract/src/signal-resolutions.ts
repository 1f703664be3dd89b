import { z } from 'zod';

/** Lengths that values are put together to. */
export const RESOLUTIONS = [
  'raw',
  'PT1M',
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'auto',
] as const;
export const resolutionSchema = z.enum(RESOLUTIONS);
export type Resolution = z.infer<typeof resolutionSchema>;

/** Earlier periods that values are compared with. */
export const COMPARISONS = ['previousPeriod', 'previousYear'] as const;
