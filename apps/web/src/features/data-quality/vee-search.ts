import { z } from 'zod';

/** The signal that is open, the day from which changes apply, and what the preview shows. */
export const veeSearchSchema = z.object({
  signal: z.string().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  site: z.string().optional().catch(undefined),
  device: z.string().optional().catch(undefined),
  day: z.iso.date().optional().catch(undefined),
  days: z.number().int().min(1).max(31).optional().catch(undefined),
});
export type VeeSearch = z.infer<typeof veeSearchSchema>;
