import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { UPLOAD_LIMITS, UPLOAD_PERMISSIONS, type UploadFinding, type UploadId } from '@solvane/contract/uploads/uploads';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { files } from '../../db/schema/shell.ts';
import { uploadFindings, uploadRows, uploads } from '../../db/schema/uploads.ts';
import type { Deps } from '../../deps.ts';
import { readPresentScope } from '../access/users/user-scope.ts';
import { openFile } from '../shell/files.ts';
import { type Checked, checkUpload, type RowBlock } from './check/check-upload.ts';
import type { Known } from './check/known.ts';
import { lookUpNames } from './check/look-up.ts';
import { findReplacedValues } from './import/manual-values.ts';
import { changeOf } from './upload-change.ts';
import type { UploadRecord } from './uploads.policy.ts';

export interface ValidateDeps extends Pick<Deps, 'db' | 'now'> {
  signals: Pick<Deps['signals'], 'store' | 'registry'>;
}

interface Run {
  uploadId: string;
  siteIds: string[];
  signal: AbortSignal;
}

const ROWS_PER_STATEMENT = 500;

/** Judges the file of an upload and keeps its rows and findings for the review. */
export async function validateUpload(deps: ValidateDeps, { uploadId, siteIds, signal }: Run): Promise<void> {
  const { db } = deps;
  const record = await findUpload(db, uploadId as UploadId);
  if (record?.state !== 'validating') return;
  const { id } = record;
  // An attempt before may have broken off.
  await db.delete(uploadRows).where(eq(uploadRows.uploadId, id));
  const { checked, known } = await checkStored(deps, record, { siteIds, signal, onRows: (block) => storeRows(db, id, block) });
  const replaced = checked.plan.kind === 'manualData' ? await findReplacedValues(deps.signals, checked.plan.series) : [];
  const findings = [...checked.findings, ...replaced];
  await db.transaction(async (tx) => {
    await tx.delete(uploadFindings).where(eq(uploadFindings.uploadId, id));
    await storeFindings(tx, id, findings);
    const changes = checked.errors === 0 ? changeOf(checked.plan, { known, findings }) : null;
    const named = [...known.devices.map(({ siteId }) => siteId), ...known.sites.map(({ siteId }) => siteId)];
    await tx
      .update(uploads)
      .set({
        state: 'review',
        progress: 1,
        siteIds: [...new Set(named)],
        sheets: checked.sheets,
        errorCount: checked.errors,
        warningCount: checked.warnings + replaced.reduce((sum, { rows }) => sum + rows, 0),
        change: changes,
      })
      .where(and(eq(uploads.id, id), eq(uploads.state, 'validating')));
  });
}

/** Reads and judges the stored file by what its user may change by now. */
export async function checkStored(
  { db, now }: Pick<ValidateDeps, 'db' | 'now'>,
  { kind, fileId, userId, file }: UploadRecord & { file: { fileName: string } },
  { siteIds, signal, onRows }: { siteIds: readonly string[]; signal: AbortSignal; onRows?: (block: RowBlock) => Promise<void> },
): Promise<{ checked: Checked; known: Known }> {
  const scope = await readPresentScope(db, { userId, permission: UPLOAD_PERMISSIONS[kind] }, siteIds as SiteId[]);
  const { content } = await openFile(db, { userId }, fileId, now());
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part as Buffer);
  let known: Known | undefined;
  const checked = await checkUpload(
    { kind, fileName: file.fileName, content: Buffer.concat(parts), wantsRows: onRows !== undefined },
    {
      lookUp: async (names) => {
        known = await lookUpNames(db, names, { kind, siteIds: scope, nowMs: now() });
        return known;
      },
      signal,
      ...(onRows && { onRows }),
    },
  );
  if (!known) throw new AppError('internal');
  return { checked, known };
}

export async function findUpload(db: Db, id: UploadId): Promise<(UploadRecord & { file: { fileName: string } }) | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(uploads), file: { fileName: files.fileName } })
    .from(uploads)
    .innerJoin(files, eq(files.id, uploads.fileId))
    .where(eq(uploads.id, id));
  return row;
}

async function storeRows(db: Db, uploadId: UploadId, { sheet, block, rows }: RowBlock): Promise<void> {
  const findingRows = rows.filter(({ findings }) => findings.length > 0).length;
  await db.insert(uploadRows).values({ uploadId, sheet, block, findingRows, rows });
}

async function storeFindings(tx: Db, uploadId: UploadId, findings: readonly UploadFinding[]): Promise<void> {
  const rows = findings.slice(0, UPLOAD_LIMITS.findings).map((finding, position) => ({ uploadId, position, finding }));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.insert(uploadFindings).values(rows.slice(from, from + ROWS_PER_STATEMENT));
}
