import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { fileIdSchema, instantMsSchema, jobIdSchema } from './ids.ts';
import { importMappingSchema } from './import-mapping.ts';

export const MAPPING_DOUBTS = ['zone', 'stamp', 'interval', 'device', 'quantity', 'unit'] as const;

export const mappingDoubtSchema = z.object({
  /** Place in the mapping: `['signals', 2, 'signal']`. */
  path: z.array(z.union([z.string(), z.number()])),
  what: z.enum(MAPPING_DOUBTS),
});
export type MappingDoubt = z.infer<typeof mappingDoubtSchema>;

/** A mapping as it is guessed and edited: devices may still be without a segment. */
export const mappingDraftSchema = z.object({
  version: z.literal(1),
  format: z.object({ kind: z.enum(['csv', 'parquet']), delimiter: z.string().optional() }),
  time: z.object({
    column: z.string(),
    format: z.enum(['iso', 'dayFirst', 'monthFirst', 'epochSeconds', 'epochMilliseconds']),
    zone: z.string().optional(),
    stamp: z.enum(['start', 'end']),
    interval: z.string(),
  }),
  device: z.union([z.object({ segmentId: z.string() }), z.object({ column: z.string(), segments: z.record(z.string(), z.string()) })]),
  signals: z.array(z.object({ column: z.string(), signal: z.string(), unit: z.string().optional() })),
});
export type MappingDraft = z.infer<typeof mappingDraftSchema>;

export const uploadedDataSchema = z.object({
  fileId: fileIdSchema,
  fileName: z.string(),
  bytes: z.number().int(),
  columns: z.array(z.string()),
  /** First rows, in the order of the columns. */
  rows: z.array(z.array(z.string())).max(5),
  mapping: mappingDraftSchema,
  doubts: z.array(mappingDoubtSchema),
});
export type UploadedData = z.infer<typeof uploadedDataSchema>;

export const dataImportReportSchema = z.object({
  rows: z.number().int(),
  points: z.number().int(),
  /** null: no row had a usable time. */
  firstMs: instantMsSchema.nullable(),
  lastMs: instantMsSchema.nullable(),
  /** Why rows or values are left out, with the first lines of the file where it happened. */
  problems: z.array(z.object({ what: z.string(), count: z.number().int(), lines: z.array(z.number().int()) })),
  series: z.array(z.object({ segmentId: z.string(), signal: z.string(), points: z.number().int() })),
});
export type DataImportReport = z.infer<typeof dataImportReportSchema>;

/** The mapping is judged with all its problems: the schema says them one by one, so the body takes anything. */
const importRequestSchema = z.object({ fileId: fileIdSchema, mapping: z.record(z.string(), z.unknown()) });

export const dataImportEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/data-import/upload',
    access: 'UploadManualData',
    summary: 'Keeps a CSV or Parquet file for a day (multipart) and guesses how its columns become signals.',
    rawBody: ['multipart/form-data'],
    response: uploadedDataSchema,
    errors: ['upload.failed', 'request.tooLarge', 'signals.unavailable'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/data-import/check',
    access: 'UploadManualData',
    readOnly: true,
    summary: 'What an import of an uploaded file would write, and what is wrong; nothing is written.',
    body: importRequestSchema,
    response: z.object({ issues: z.array(issueSchema), report: dataImportReportSchema.nullable() }),
    errors: ['resource.notFound', 'signals.unavailable'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/data-import/start',
    access: 'UploadManualData',
    summary: 'Imports an uploaded file in the background.',
    body: importRequestSchema.extend({ mapping: importMappingSchema }),
    response: z.object({ jobId: jobIdSchema }),
    errors: ['resource.notFound', 'resource.conflict'],
  }),
};
