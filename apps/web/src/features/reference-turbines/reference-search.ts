import { z } from 'zod';

/** The site, and the day from which changes apply. */
export const referenceSearchSchema = z.object({
  site: z.string().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
});
export type ReferenceSearch = z.infer<typeof referenceSearchSchema>;
