import { z } from 'zod';

/** What a colleague sees who is given the link. */
export const categorySetSearchSchema = z.object({ set: z.string().optional().catch(undefined) });
export type CategorySetSearch = z.infer<typeof categorySetSearchSchema>;
