import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataImportReport, UploadedData } from '@solvane/contract/data-import';
import { AppError, type Issue } from '@solvane/contract/errors';
import { type FileId, fileIdSchema, type SiteId } from '@solvane/contract/ids';
import { importMappingSchema } from '@solvane/contract/import-mapping';
import { z } from 'zod';
import type { Caller } from '../../../http/caller.ts';
import { TELL_MISSING, toIssues } from '../../../http/issues.ts';
import type { Upload } from '../../../http/upload.ts';
import { defineJob, type JobOutcome, type JobRun } from '../../../jobs/job.ts';
import type { SignalFiles } from '../../../signals/signal-files.ts';
import { readPresentScope } from '../../access/users/user-scope.ts';
import { openFile, storeFile } from '../../shell/files.ts';
import { findWritableSegments } from '../ingest/writable-segments.ts';
import { guessFile } from './guess/guess-file.ts';
import { type FileImportOptions, type ImportDeps, importFile, segmentsOf } from './import-file.ts';
import { ImportRefused } from './import-refused.ts';

export interface DataImportDeps extends ImportDeps {
  signals: ImportDeps['signals'] & Pick<SignalFiles, 'useUnknownTable' | 'readParquetHead'>;
  /** Where a file lies while it is read. */
  spoolFolder: string;
}

const KEPT_MS = 86_400_000;
const SHOWN_ROWS = 5;
const CHECK_MS = 120_000;

export const dataImportJob = defineJob({
  kind: 'signals.import',
  data: z.object({ fileId: fileIdSchema, mapping: importMappingSchema, siteIds: z.array(z.string()) }),
  retries: 0,
  maxSeconds: 3_600,
});

/** Keeps an uploaded file for a day, and says what is in it as far as that can be guessed. */
export async function takeUpload(deps: DataImportDeps, caller: Caller, upload: Upload): Promise<UploadedData> {
  const { fileId, fileName, bytes } = await storeFile(
    deps.db,
    {
      userId: caller.userId,
      purpose: 'csv',
      fileName: upload.fileName,
      contentType: 'application/octet-stream',
      expiresAtMs: deps.now() + KEPT_MS,
    },
    [upload.content],
    deps.now(),
  );
  const { columns, rows, measured, mapping, doubts } = await withFile(deps, caller, fileId, (path) =>
    guessFile(deps.signals, path, fileName).catch((error: unknown) => rethrowRefusal(error, { path, fileName })),
  );
  return {
    fileId,
    fileName,
    bytes,
    columns,
    rows: rows.slice(0, SHOWN_ROWS),
    measured,
    mapping,
    doubts,
  };
}

/** What an import would write and what is wrong, without writing. */
export function checkDataImport(
  deps: DataImportDeps,
  caller: Caller,
  { fileId, mapping }: { fileId: FileId; mapping: unknown },
): Promise<{ issues: Issue[]; report: DataImportReport | null }> {
  return withFile(deps, caller, fileId, async (path) => {
    const parsed = importMappingSchema.safeParse(mapping, TELL_MISSING);
    if (!parsed.success) return { issues: toIssues(parsed.error), report: null };
    const signal = AbortSignal.timeout(CHECK_MS);
    try {
      return { issues: [], report: await run(deps, { siteIds: caller.siteIds, path, mapping: parsed.data, dryRun: true, signal }) };
    } catch (error) {
      return { issues: refusals(error, path), report: null };
    }
  });
}

export async function importUploadedData(
  deps: DataImportDeps,
  { data, userId, signal, progress }: JobRun<z.infer<typeof dataImportJob.data>>,
): Promise<JobOutcome> {
  if (!userId) throw new RangeError('An import belongs to a user');
  await progress(0.05);
  const siteIds = await readPresentScope(deps.db, { userId, permission: 'UploadManualData' }, data.siteIds as SiteId[]);
  return withFile(deps, { userId }, data.fileId, async (path) => {
    try {
      const options = { siteIds, path, mapping: data.mapping, dryRun: false, signal, onRead: () => progress(0.4) };
      const { points, series, problems } = await run(deps, options);
      const left = problems.reduce((sum, { count }) => sum + count, 0);
      return { succeeded: points, failed: left, message: { key: 'DataImport_Done', values: { points, series: series.length, left } } };
    } catch (error) {
      const [{ message, values = {} }] = refusals(error, path);
      return { failed: 1, message: { key: message, values } };
    }
  });
}

type DataImportRun = Omit<FileImportOptions, 'segments'> & { siteIds: ReadonlySet<SiteId> };

/** The same path as the command's; only segments of the given sites are known to it. */
async function run(deps: DataImportDeps, { siteIds, ...options }: DataImportRun): Promise<DataImportReport> {
  const segments = await findWritableSegments(deps.db, siteIds, segmentsOf(options.mapping));
  const { rows, points, firstMs, lastMs, problems, series } = await importFile(deps, { ...options, segments });
  return { rows, points, firstMs, lastMs, problems, series };
}

/** @throws what is no refusal */
function refusals(error: unknown, path: string): [Issue, ...Issue[]] {
  if (!(error instanceof ImportRefused)) throw error;
  const [first, ...more] = error.misfits.map(
    ({ column, segmentId, reason }): Issue => ({ level: 'error', path: [column, segmentId], message: `Ingestion_Reason_${reason}` }),
  );
  if (first) return [first, ...more];
  // The uploader knows none of our paths.
  const reason = error.message.replaceAll(path, basename(path).replace(/^import-[-\w]+/, 'file'));
  return [{ level: 'error', path: [], message: 'DataImport_Refused', values: { reason } }];
}

function rethrowRefusal(error: unknown, { path, fileName }: { path: string; fileName: string }): never {
  if (!(error instanceof ImportRefused)) throw error;
  const issue: Issue = {
    level: 'error',
    path: ['file'],
    message: 'DataImport_Refused',
    values: { reason: error.message.replaceAll(path, fileName) },
  };
  throw new AppError('upload.failed', { issues: [issue], cause: error });
}

/** The engine reads files, not rows of a database: the stored content lies on disk for as long as it is read. */
async function withFile<T>(
  { db, now, spoolFolder }: DataImportDeps,
  caller: Pick<Caller, 'userId'>,
  fileId: FileId,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { fileName, content } = await openFile(db, caller, fileId, now());
  await mkdir(spoolFolder, { recursive: true });
  const packed = /\.gz$/i.test(fileName) ? `${extname(fileName.slice(0, -3))}.gz` : extname(fileName);
  const path = join(spoolFolder, `import-${crypto.randomUUID()}${packed.toLowerCase()}`);
  try {
    await pipeline(content, createWriteStream(path));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
