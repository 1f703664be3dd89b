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

/** `location`: where the reader of the file finds it, such as `line 12` or `Segments!D14`. */
export const locatedIssueSchema = issueSchema.extend({ location: z.string() });
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
