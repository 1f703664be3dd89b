import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { UPLOAD_LIMITS, type Upload, type UploadFinding, type UploadId, type uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { files } from '../../db/schema/shell.ts';
import { uploadFindings, uploadRows, uploads } from '../../db/schema/uploads.ts';
import type { Caller } from '../../http/caller.ts';
import { isVisible, type UploadRecord } from './uploads.policy.ts';
import { toUpload } from './uploads.wire.ts';

const UPLOADS_PER_PAGE = 50;

type Record = UploadRecord & { file: { fileName: string; byteCount: number } };

/** @throws AppError resource.notFound for one that the caller may not see */
export async function getUploadRecord(db: Db, caller: Caller, id: UploadId): Promise<Record> {
  const [row] = await selectUploads(db).where(eq(uploads.id, id));
  if (!row || !isVisible(caller, row)) throw new AppError('resource.notFound');
  return row;
}

export async function getUpload(db: Db, caller: Caller, id: UploadId): Promise<Upload> {
  return toUpload(caller, await getUploadRecord(db, caller, id));
}

/** Newest first. What the caller may not see is left out, so a page can be shorter than the next one. */
export async function searchUploads(
  db: Db,
  caller: Caller,
  { kinds, beforeMs }: BodyOf<typeof uploadEndpoints.search>,
): Promise<ResponseOf<typeof uploadEndpoints.search>> {
  const siteIds = sql.param([...caller.siteIds]);
  const rows = await selectUploads(db)
    .where(
      and(
        kinds ? inArray(uploads.kind, kinds) : undefined,
        beforeMs === undefined ? undefined : lt(uploads.createdAtMs, beforeMs),
        or(caller.ownerId ? eq(uploads.userId, caller.ownerId) : sql`false`, sql`${uploads.siteIds} <@ ${siteIds}::text[]`),
      ),
    )
    .orderBy(desc(uploads.createdAtMs), asc(uploads.id))
    .limit(UPLOADS_PER_PAGE + 1);
  const page = rows.slice(0, UPLOADS_PER_PAGE).filter((row) => isVisible(caller, row));
  return { items: page.map((row) => toUpload(caller, row)), hasMore: rows.length > UPLOADS_PER_PAGE };
}

export async function listFindings(db: Db, caller: Caller, id: UploadId): Promise<UploadFinding[]> {
  await getUploadRecord(db, caller, id);
  const rows = await db.select().from(uploadFindings).where(eq(uploadFindings.uploadId, id)).orderBy(asc(uploadFindings.position));
  return rows.map(({ finding }) => finding);
}

export async function listRows(
  db: Db,
  caller: Caller,
  { id, sheet, offset, limit, onlyFindings }: BodyOf<typeof uploadEndpoints.rows>,
): Promise<ResponseOf<typeof uploadEndpoints.rows>> {
  const { sheets } = await getUploadRecord(db, caller, id);
  const known = sheets.find(({ name }) => name === sheet);
  if (!known) throw new AppError('resource.notFound');
  const ofSheet = and(eq(uploadRows.uploadId, id), eq(uploadRows.sheet, sheet));
  if (!onlyFindings) {
    const first = Math.floor(offset / UPLOAD_LIMITS.rowsPerPage);
    const last = Math.floor((offset + limit - 1) / UPLOAD_LIMITS.rowsPerPage);
    const blocks = await db
      .select({ rows: uploadRows.rows })
      .from(uploadRows)
      .where(and(ofSheet, sql`${uploadRows.block} between ${first} and ${last}`))
      .orderBy(asc(uploadRows.block));
    const from = offset - first * UPLOAD_LIMITS.rowsPerPage;
    return { rows: blocks.flatMap(({ rows }) => rows).slice(from, from + limit), total: known.rows };
  }
  const counts = await db
    .select({ block: uploadRows.block, findingRows: uploadRows.findingRows })
    .from(uploadRows)
    .where(and(ofSheet, gt(uploadRows.findingRows, 0)))
    .orderBy(asc(uploadRows.block));
  const { blocks, skipped } = blocksOf(counts, { offset, limit });
  const found = await db
    .select({ rows: uploadRows.rows })
    .from(uploadRows)
    .where(and(ofSheet, inArray(uploadRows.block, blocks.length > 0 ? blocks : [-1])))
    .orderBy(asc(uploadRows.block));
  const rows = found.flatMap((block) => block.rows.filter(({ findings }) => findings.length > 0));
  return { rows: rows.slice(offset - skipped, offset - skipped + limit), total: known.rowsWithFindings };
}

/** Blocks that hold the rows with findings from `offset` on, and how many such rows stand before them. */
function blocksOf(
  counts: readonly { block: number; findingRows: number }[],
  { offset, limit }: { offset: number; limit: number },
): { blocks: number[]; skipped: number } {
  let seen = 0;
  let skipped = 0;
  const blocks: number[] = [];
  for (const { block, findingRows } of counts) {
    if (seen + findingRows <= offset) skipped += findingRows;
    else if (seen < offset + limit) blocks.push(block);
    seen += findingRows;
  }
  return { blocks, skipped };
}

function selectUploads(db: Db) {
  return db
    .select({ ...getTableColumns(uploads), file: { fileName: files.fileName, byteCount: files.byteCount } })
    .from(uploads)
    .innerJoin(files, eq(files.id, uploads.fileId));
}
