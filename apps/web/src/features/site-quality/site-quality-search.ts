import { z } from 'zod';

/** The site whose signals are shown. */
export const siteQualitySearchSchema = z.object({ site: z.string().optional().catch(undefined) });
export type SiteQualitySearch = z.infer<typeof siteQualitySearchSchema>;
