import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { Upload, UploadFinding, UploadId, UploadRow, uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { and, asc, desc, eq, getTableColumns, inArray, lt, or, sql } from 'drizzle-orm';
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

/** A page of rows; where a row is named, the page that holds it. */
export async function listRows(
  db: Db,
  caller: Caller,
  { id, sheet, limit, onlyFindings, row, ...asked }: BodyOf<typeof uploadEndpoints.rows>,
): Promise<ResponseOf<typeof uploadEndpoints.rows>> {
  const { sheets } = await getUploadRecord(db, caller, id);
  const known = sheets.find(({ name }) => name === sheet);
  if (!known) throw new AppError('resource.notFound');
  const ofSheet = and(eq(uploadRows.uploadId, id), eq(uploadRows.sheet, sheet));
  const counts = await db
    .select({ block: uploadRows.block, firstRow: sql<number>`(${uploadRows.rows} -> 0 ->> 'number')::int`, ...countOf(onlyFindings) })
    .from(uploadRows)
    .where(ofSheet)
    .orderBy(asc(uploadRows.block));
  const readBlocks = async (blocks: readonly number[]): Promise<UploadRow[]> => {
    const found = await db
      .select({ rows: uploadRows.rows })
      .from(uploadRows)
      .where(and(ofSheet, inArray(uploadRows.block, [-1, ...blocks])))
      .orderBy(asc(uploadRows.block));
    return found.flatMap(({ rows }) => (onlyFindings ? rows.filter(({ findings }) => findings.length > 0) : rows));
  };
  const position = row === undefined ? asked.offset : await positionOf(row, counts, readBlocks);
  const offset = row === undefined ? position : position - (position % limit);
  const { blocks, skipped } = blocksOf(counts, { offset, limit });
  const rows = (await readBlocks(blocks)).slice(offset - skipped, offset - skipped + limit);
  return { rows, offset, total: onlyFindings ? known.rowsWithFindings : known.rows };
}

function countOf(onlyFindings: boolean) {
  return { count: onlyFindings ? sql<number>`${uploadRows.findingRows}` : sql<number>`jsonb_array_length(${uploadRows.rows})` };
}

interface BlockCount {
  block: number;
  /** Number of its first row. */
  firstRow: number;
  count: number;
}

/** How many rows stand before a row. */
async function positionOf(
  row: number,
  counts: readonly BlockCount[],
  readBlocks: (blocks: readonly number[]) => Promise<UploadRow[]>,
): Promise<number> {
  const at = Math.max(
    0,
    counts.findLastIndex(({ firstRow }) => firstRow <= row),
  );
  const before = counts.slice(0, at).reduce((sum, { count }) => sum + count, 0);
  const own = await readBlocks(counts.slice(at, at + 1).map(({ block }) => block));
  return before + own.filter(({ number }) => number < row).length;
}

/** Blocks that hold rows from `offset` on, and how many rows stand before them. */
function blocksOf(
  counts: readonly BlockCount[],
  { offset, limit }: { offset: number; limit: number },
): { blocks: number[]; skipped: number } {
  let seen = 0;
  let skipped = 0;
  const blocks: number[] = [];
  for (const { block, count } of counts) {
    if (seen + count <= offset) skipped += count;
    else if (seen < offset + limit) blocks.push(block);
    seen += count;
  }
  return { blocks, skipped };
}

function selectUploads(db: Db) {
  return db
    .select({ ...getTableColumns(uploads), file: { fileName: files.fileName, byteCount: files.byteCount } })
    .from(uploads)
    .innerJoin(files, eq(files.id, uploads.fileId));
}
