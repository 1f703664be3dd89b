import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { z } from 'zod';

export const BIN_WIDTHS = [0.25, 0.5, 1] as const;

/** The curve that is open, or what is measured; without both the list of curves. */
export const modelDataSearchSchema = z.object({
  curve: z.uuid().optional().catch(undefined),
  /** Curves beside the open one. */
  compare: z.array(z.uuid()).max(6).optional().catch(undefined),
  show: z.enum(['measured']).optional().catch(undefined),
  /** Of the measured curves. */
  turbines: z.array(z.string()).max(50).optional().catch(undefined),
  months: z.array(z.iso.date()).max(24).optional().catch(undefined),
  bin: z
    .union(BIN_WIDTHS.map((width) => z.literal(width)))
    .optional()
    .catch(undefined),
  type: z.enum(POWER_CURVE_TYPES).optional().catch(undefined),
});
export type ModelDataSearch = z.infer<typeof modelDataSearchSchema>;
