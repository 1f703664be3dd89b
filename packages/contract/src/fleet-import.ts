import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';

const changeCountsSchema = z.object({ created: z.number().int(), updated: z.number().int(), removed: z.number().int() });

export const fleetChangesSchema = z.object({
  enterprises: changeCountsSchema,
  sites: changeCountsSchema.extend({ unchanged: z.number().int() }),
  segments: changeCountsSchema,
  values: z.object({ written: z.number().int(), removed: z.number().int() }),
});
export type FleetChanges = z.infer<typeof fleetChangesSchema>;

/** Where the reader of a file finds a value. */
export const fileLocationSchema = z.object({
  /** Of a text, from 1; absent: a workbook, or the file as a whole. */
  line: z.number().int().optional(),
  /** `sites[0].name`, `Segments!D14` or, of a whole row, `Segments!14:14`; empty: the file as a whole. */
  location: z.string(),
});
export type FileLocation = z.infer<typeof fileLocationSchema>;

export const locatedIssueSchema = issueSchema.extend(fileLocationSchema.shape);
export type LocatedIssue = z.infer<typeof locatedIssueSchema>;

export const fleetImportResponseSchema = z.object({
  /** The first ones; the counts say how many there are. */
  issues: z.array(locatedIssueSchema).max(200),
  errorCount: z.number().int(),
  warningCount: z.number().int(),
  /** null: there are errors, nothing would change. */
  changes: fleetChangesSchema.nullable(),
  /** Whether the changes were made. */
  isApplied: z.boolean(),
});
export type FleetImportResponse = z.infer<typeof fleetImportResponseSchema>;

export const fleetImportEndpoints = {
  import: endpoint({
    method: 'POST',
    path: '/api/fleet/import',
    access: 'EditMetadata',
    summary: 'Makes the fleet what a description says (multipart: a YAML or XLSX file). Without apply it only says what would change.',
    query: z.object({ apply: z.stringbool().default(false) }),
    rawBody: ['multipart/form-data'],
    response: fleetImportResponseSchema,
    errors: ['upload.failed', 'request.tooLarge'],
  }),
};
