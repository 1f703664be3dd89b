import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { fileIdSchema, instantMsSchema, jobIdSchema } from './ids.ts';
import { importMappingSchema, TIME_FORMATS } from './import-mapping.ts';

export const MAPPING_DOUBTS = [
  'zone',
  'stamp',
  'interval',
  'device',
  'quantity',
  'unit',
  /** Day or month first: the file decides it nowhere. */
  'order',
  /** The unit follows from the size of the values (`low`, `high`, `unit`). */
  'magnitude',
  /** Power as a share of the rating (`low`, `high`). */
  'perUnit',
  'forecast',
  /** A register that only rises, or energy of each interval. */
  'counter',
  /** Rows come only where something changes. */
  'hold',
  /** Rows repeat a time of the same device (`share`, in %). */
  'duplicate',
  /** Several columns of one signal. */
  'shared',
  /** Times lie beside the interval (`minutes`). */
  'phase',
] as const;

export const mappingDoubtSchema = z.object({
  /** Place in the mapping: `['signals', 2, 'signal']`. */
  path: z.array(z.union([z.string(), z.number()])),
  what: z.enum(MAPPING_DOUBTS),
  /** How much speaks for the guess; `open`: nothing, it has to be answered. */
  confidence: z.enum(['likely', 'unsure', 'open']),
  /** Numbers and texts of the question. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type MappingDoubt = z.infer<typeof mappingDoubtSchema>;

/** A mapping as it is guessed and edited: devices may still be without a segment, and the order of day and month without a decision. */
export const mappingDraftSchema = z.object({
  version: z.literal(1),
  format: z.object({
    kind: z.enum(['csv', 'parquet', 'xlsx']),
    delimiter: z.string().optional(),
    decimalComma: z.boolean().optional(),
    thousands: z.string().optional(),
    encoding: z.string().optional(),
    sheet: z.string().optional(),
    skipLines: z.number().int().optional(),
    headerLines: z.number().int().optional(),
  }),
  time: z.object({
    column: z.string(),
    clock: z.string().optional(),
    format: z.enum([...TIME_FORMATS, 'dayOrMonthFirst']),
    zone: z.string().optional(),
    stamp: z.enum(['start', 'middle', 'end']),
    interval: z.string(),
    snapSeconds: z.number().int().optional(),
  }),
  device: z
    .union([z.object({ segmentId: z.string() }), z.object({ column: z.string(), segments: z.record(z.string(), z.string()) })])
    .optional(),
  long: z.object({ nameColumn: z.string(), valueColumn: z.string() }).optional(),
  only: z.record(z.string(), z.array(z.string())).optional(),
  signals: z.array(
    z.object({
      column: z.string(),
      signal: z.string(),
      unit: z.string().optional(),
      factor: z.number().optional(),
      segmentId: z.string().optional(),
    }),
  ),
  events: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});
export type MappingDraft = z.infer<typeof mappingDraftSchema>;

export const uploadedDataSchema = z.object({
  fileId: fileIdSchema,
  fileName: z.string(),
  bytes: z.number().int(),
  columns: z.array(z.string()),
  /** First rows, in the order of the columns. */
  rows: z.array(z.array(z.string())).max(5),
  /** What can become a signal, with a value of it: columns, or names where a file has one value per row. */
  measured: z.array(z.object({ column: z.string(), sample: z.string() })),
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
    summary: 'Keeps a CSV, XLSX or Parquet file for a day (multipart) and guesses how its columns become signals.',
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
