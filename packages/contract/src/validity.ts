import { z } from 'zod';
import { issueSchema } from './errors.ts';
import { instantMsSchema, siteIdSchema } from './ids.ts';

/** First local day on which something holds. null: no start date */
export const dateFromSchema = z.iso.date().nullable();
/** First local day on which it does not hold any more. null: until further notice */
export const dateToSchema = z.iso.date().nullable();

/** What a saved configuration recalculates: instants by local days of each site; null: not limited. */
export const configurationSavedSchema = z.object({
  changes: z.array(z.object({ siteIds: z.array(siteIdSchema), startMs: instantMsSchema.nullable(), endMs: instantMsSchema.nullable() })),
  /** What was saved although it looks odd. */
  warnings: z.array(issueSchema),
});
export type ConfigurationSaved = z.infer<typeof configurationSavedSchema>;
