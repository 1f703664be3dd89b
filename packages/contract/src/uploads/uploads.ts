import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instantMsSchema, siteIdSchema } from '../ids.ts';
import type { PermissionName } from '../permissions.ts';
import { UPLOAD_CODE_NAMES } from './upload-codes.ts';
import { UPLOAD_KINDS, type UploadKind } from './upload-kinds.ts';

/** What an upload of a kind changes needs this permission at its sites, beside that of the screen. */
export const UPLOAD_PERMISSIONS = {
  powerCurves: 'EditMetadata',
  expectedCoefficients: 'EditMetadata',
  budgets: 'EditMetadata',
  referenceTurbines: 'PageReferenceTurbines',
  manualData: 'UploadManualData',
} as const satisfies Record<UploadKind, PermissionName>;

export const UPLOAD_LIMITS = {
  /** Rows with values of one table. */
  rows: 200_000,
  /** Findings that are listed; more are counted. */
  findings: 5_000,
  rowsPerPage: 500,
  sitesPerTemplate: 200,
} as const;

const uploadIdSchema = z.uuid().brand<'UploadId'>();
export type UploadId = z.output<typeof uploadIdSchema>;

/**
 * `validating` → `review` → `importing` → `done`; `failed`: the import was refused or broke off, nothing was changed; `cancelled` before or during the
 * import, nothing was changed; `reverted`: what was imported was taken back.
 */
export const UPLOAD_STATES = ['validating', 'review', 'importing', 'done', 'failed', 'cancelled', 'reverted'] as const;
export const uploadStateSchema = z.enum(UPLOAD_STATES);
export type UploadState = z.output<typeof uploadStateSchema>;

const uploadedSheetSchema = z.object({
  name: z.string(),
  /** Rows with values. */
  rows: z.number().int(),
  columns: z.array(z.object({ key: z.string(), header: z.string(), isNumber: z.boolean() })),
  errors: z.number().int(),
  warnings: z.number().int(),
  rowsWithFindings: z.number().int(),
});
export type UploadedSheet = z.output<typeof uploadedSheetSchema>;

/** What an import would change, or has changed. */
const uploadChangeSchema = z.object({
  /** Curves, tables of devices, years of sites, ranked lists, or values. */
  added: z.number().int(),
  replaced: z.number().int(),
  devices: z.number().int(),
  siteIds: z.array(siteIdSchema),
  /** What is recalculated; null: not limited. */
  startMs: instantMsSchema.nullable(),
  endMs: instantMsSchema.nullable(),
});
export type UploadChange = z.output<typeof uploadChangeSchema>;

export const uploadSchema = z.object({
  id: uploadIdSchema,
  kind: z.enum(UPLOAD_KINDS),
  state: uploadStateSchema,
  fileName: z.string(),
  bytes: z.number().int(),
  uploadedBy: z.string(),
  uploadedAtMs: instantMsSchema,
  /** Of the validation or the import under way, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Empty until it is validated. */
  sheets: z.array(uploadedSheetSchema),
  errors: z.number().int(),
  warnings: z.number().int(),
  /** null: not validated yet, or errors block the import. */
  change: uploadChangeSchema.nullable(),
  /** null: not imported. */
  importedAtMs: instantMsSchema.nullable(),
  /** null: it was not taken back. */
  revertedBy: z.string().nullable(),
  revertedAtMs: instantMsSchema.nullable(),
  can: z.object({
    confirm: z.boolean(),
    cancel: z.boolean(),
    /** False for manual data at any time. */
    revert: z.boolean(),
  }),
});
export type Upload = z.output<typeof uploadSchema>;

export const uploadFindingSchema = z.object({
  code: z.enum(UPLOAD_CODE_NAMES),
  level: z.enum(['error', 'warning']),
  /** null: the file as a whole. */
  sheet: z.string().nullable(),
  /** As a spreadsheet numbers it. null: the table as a whole */
  row: z.number().int().nullable(),
  /** Key of the column. null: the row as a whole */
  column: z.string().nullable(),
  /** Equal warnings of one column are one finding. */
  rows: z.number().int(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type UploadFinding = z.output<typeof uploadFindingSchema>;

export const uploadRowSchema = z.object({
  /** As a spreadsheet numbers it. */
  number: z.number().int(),
  /** As the file has them, in the order of the columns. */
  cells: z.array(z.string()),
  findings: z.array(
    uploadFindingSchema.pick({ code: true, level: true, values: true }).extend({
      /** Position of the column. null: the row as a whole */
      column: z.number().int().nullable(),
    }),
  ),
});
export type UploadRow = z.output<typeof uploadRowSchema>;

const idBody = z.object({ id: uploadIdSchema });
const access = { access: 'PageDataUpload', feature: 'dataUpload' } as const;

export const uploadEndpoints = {
  template: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/template',
    readOnly: true,
    summary: 'Template of a kind with the devices of sites filled in.',
    body: z.object({
      kind: z.enum(UPLOAD_KINDS),
      siteIds: z.array(siteIdSchema).max(UPLOAD_LIMITS.sitesPerTemplate),
      format: z.enum(['xlsx', 'csv']),
    }),
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/create',
    summary: 'Takes a CSV or XLSX file (multipart) and validates it in the background. Nothing is changed before it is confirmed.',
    query: z.object({ kind: z.enum(UPLOAD_KINDS) }),
    rawBody: ['multipart/form-data'],
    response: uploadSchema,
    errors: ['upload.failed', 'request.tooLarge'],
  }),
  get: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/get',
    readOnly: true,
    summary: 'An upload with its progress, counts of findings and what it changes.',
    body: idBody,
    response: uploadSchema,
    errors: ['resource.notFound'],
  }),
  search: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/search',
    readOnly: true,
    summary: 'Uploads of the caller and those about sites the caller may change, newest first.',
    body: z.object({ kinds: z.array(z.enum(UPLOAD_KINDS)).optional(), beforeMs: instantMsSchema.optional() }),
    response: z.object({ items: z.array(uploadSchema), hasMore: z.boolean() }),
  }),
  findings: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/findings',
    readOnly: true,
    summary: 'What is wrong with an upload, errors first.',
    body: idBody,
    response: z.object({ items: z.array(uploadFindingSchema) }),
    errors: ['resource.notFound'],
  }),
  rows: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/rows',
    readOnly: true,
    summary: 'Rows of a table of an upload with their findings.',
    body: idBody.extend({
      sheet: z.string().max(100),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(UPLOAD_LIMITS.rowsPerPage),
      onlyFindings: z.boolean().default(false),
      /** Instead of `offset`: the page that holds this row. */
      row: z.number().int().min(1).optional(),
    }),
    response: z.object({ rows: z.array(uploadRowSchema), offset: z.number().int(), total: z.number().int() }),
    errors: ['resource.notFound'],
  }),
  findingsFile: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/findings-file',
    readOnly: true,
    summary: 'The findings of an upload as CSV, in the language of the request.',
    body: idBody.extend({ locale: z.enum(['en-US', 'sv-SE', 'fr-CA']).default('en-US') }),
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
  file: endpoint({
    ...access,
    method: 'GET',
    path: '/api/uploads/file',
    summary: 'The file of an upload as it came.',
    query: idBody,
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
  confirm: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/confirm',
    summary: 'Imports an upload without errors in the background; affected days are recalculated.',
    body: idBody,
    response: uploadSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
  cancel: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/cancel',
    summary: 'Ends a validation, a review or an import that has not written yet; nothing is changed.',
    body: idBody,
    response: uploadSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
  revert: endpoint({
    ...access,
    method: 'POST',
    path: '/api/uploads/revert',
    summary: 'Restores what an import replaced. Manual data cannot be reverted; neither can what was changed again since.',
    body: idBody,
    response: uploadSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
};

/** File of an upload: for a link, so that the browser saves it. */
export function uploadFileAddress(id: UploadId): string {
  return `${uploadEndpoints.file.path}?id=${id}`;
}
