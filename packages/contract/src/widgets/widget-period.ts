import { findPeriodProblem, PERIOD_PRESETS, type PeriodSelection } from '@solvane/energy/time/period';
import { z } from 'zod';

/** A period of a widget's own, as the period picker stores one. */
export const widgetPeriodSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('preset'), selectedPreset: z.enum(PERIOD_PRESETS), includesCurrentPeriod: z.boolean().optional() }),
    z.object({
      type: z.literal('last'),
      count: z.number().int().min(1),
      unit: z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year']),
      includesCurrentPeriod: z.boolean().optional(),
    }),
    z.object({ type: z.literal('custom'), value: z.object({ start: z.string(), end: z.string() }) }),
  ])
  .refine((selection: PeriodSelection) => findPeriodProblem(selection) === undefined, { error: 'Common_Validation_PeriodEmpty' });
