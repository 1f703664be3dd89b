import { z } from 'zod';

/** Site and start of a walk. */
export const lossWalkSearchSchema = z.object({
  site: z.string().optional().catch(undefined),
  start: z.enum(['theoretical']).optional().catch(undefined),
});
export type LossWalkSearch = z.infer<typeof lossWalkSearchSchema>;
