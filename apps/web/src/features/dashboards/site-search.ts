import { z } from 'zod';

/** The site that an overview shows. */
export const siteSearchSchema = z.object({ site: z.string().optional().catch(undefined) });
