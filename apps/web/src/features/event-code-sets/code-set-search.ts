import { z } from 'zod';

export const LEVELS = ['default', 'enterprise', 'site'] as const;
export type Level = (typeof LEVELS)[number];

/** What a colleague sees who is given the link. */
export const codeSetSearchSchema = z.object({
  tab: z.enum(['sets', 'unmapped']).optional().catch(undefined),
  set: z.uuid().optional().catch(undefined),
  level: z.enum(LEVELS).optional().catch(undefined),
  enterprise: z.string().optional().catch(undefined),
  site: z.string().optional().catch(undefined),
});
export type CodeSetSearch = z.infer<typeof codeSetSearchSchema>;
