import { z } from 'zod';

/** The site, and the day from which changes apply. */
export const coefficientSearchSchema = z.object({
  site: z.string().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
});
export type CoefficientSearch = z.infer<typeof coefficientSearchSchema>;
