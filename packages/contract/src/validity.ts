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

/** State of a configuration as an editor reads it. */
export const revisionSchema = z.object({
  /** Differs as soon as the content does. */
  id: z.string(),
  /** User who changed it last. null: not known, or it was never changed */
  changedBy: z.string().nullable(),
  changedAtMs: instantMsSchema.nullable(),
});
export type Revision = z.infer<typeof revisionSchema>;

/**
 * In the body of a save: the id of the revision that the editor read. Where another user changed the configuration since, the save is refused
 * with `configuration.changed`. Absent: replaces whatever is stored.
 */
export const seenRevisionSchema = z.string().max(64).optional();

/** A saved state of a configuration; its content is read on its own. */
export const savedVersionSchema = z.object({
  version: z.number().int(),
  note: z.string(),
  savedBy: z.string(),
  savedAtMs: instantMsSchema,
});
export type SavedVersion = z.infer<typeof savedVersionSchema>;

/** In the body of a save: why it was changed, for its history. */
export const versionNoteSchema = z.string().trim().max(500).optional();
