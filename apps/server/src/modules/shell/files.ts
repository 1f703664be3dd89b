import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@solvane/contract/errors';
import type { FileId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { fileChunks, files } from '../../db/schema/shell.ts';
import type { Caller } from '../../http/caller.ts';

/** Bytes of one row: large enough to be few, small enough for one statement. */
const CHUNK_BYTES = 256 * 1024;
const LONGEST_NAME = 200;

export interface NewFile {
  userId: UserId;
  purpose: 'image' | 'csv' | 'export' | 'upload';
  fileName: string;
  contentType: string;
  /** null: kept until deleted. */
  expiresAtMs: number | null;
  /** Sites in an export, and what its user must be permitted there to fetch it; absent: the user uploaded it. */
  scope?: { siteIds: Iterable<SiteId>; permission: PermissionName };
}

export interface StoredFile {
  fileId: FileId;
  fileName: string;
  bytes: number;
}

/** Content has to come fast, from memory or disk: it is written in one transaction, which a slow network must not hold up. */
export async function storeFile(
  db: Db,
  file: NewFile,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  nowMs: number,
): Promise<StoredFile> {
  const fileId = randomUUID() as FileId;
  const { scope, ...row } = file;
  const fileName = cleanFileName(file.fileName);
  const toldOf = scope ? { siteIds: [...scope.siteIds], permission: scope.permission } : {};
  return db.transaction(async (tx) => {
    await tx.insert(files).values({ id: fileId, ...row, ...toldOf, fileName, byteCount: 0, createdAtMs: nowMs });
    let bytes = 0;
    let chunkIndex = 0;
    for await (const part of content)
      for (let start = 0; start < part.length; start += CHUNK_BYTES) {
        const chunk = part.subarray(start, start + CHUNK_BYTES);
        await tx.insert(fileChunks).values({ fileId, chunkIndex: chunkIndex++, content: Buffer.from(chunk) });
        bytes += chunk.length;
      }
    await tx.update(files).set({ byteCount: bytes }).where(eq(files.id, fileId));
    return { fileId, fileName, bytes };
  });
}

export interface OpenFile {
  fileName: string;
  contentType: string;
  bytes: number;
  content: Readable;
}

/** Work in the background has no scope: it reads uploads. */
type FileReader = Pick<Caller, 'userId'> & Partial<Pick<Caller, 'scopeFor'>>;

/** @throws AppError resource.notFound for a file of another user, one that has expired, or one about what the caller may not read any more */
export async function openFile(db: Db, caller: FileReader, fileId: FileId, nowMs: number): Promise<OpenFile> {
  return openRow(db, caller, await findFile(db, caller, fileId, nowMs));
}

/** An image of any user: who may see it is for its caller to judge. @throws AppError resource.notFound for anything else */
export async function openImage(db: Db, fileId: FileId): Promise<OpenFile> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.purpose, 'image')));
  if (!file) throw new AppError('resource.notFound');
  return openRow(db, { userId: file.userId }, file);
}

/** Images that a user uploaded, of some files. */
export async function ownImages(db: Db, { userId }: Pick<Caller, 'userId'>, fileIds: readonly FileId[]): Promise<ReadonlySet<FileId>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), eq(files.userId, userId), eq(files.purpose, 'image')));
  return new Set(rows.map(({ id }) => id));
}

function openRow(
  db: Db,
  caller: FileReader,
  { id: fileId, fileName, contentType, byteCount, siteIds, permission }: typeof files.$inferSelect,
): OpenFile {
  const readable = permission === null ? undefined : (caller.scopeFor?.(permission) ?? new Set());
  if (readable && !new Set<string>(siteIds).isSubsetOf(readable)) throw new AppError('resource.notFound');
  return { fileName, contentType, bytes: byteCount, content: Readable.from(readChunks(db, fileId), { objectMode: false }) };
}

/** @throws AppError resource.notFound as `openFile` does */
export async function assertFileOf(db: Db, caller: Pick<Caller, 'userId'>, fileId: FileId, nowMs: number): Promise<void> {
  await findFile(db, caller, fileId, nowMs);
}

export async function deleteExpiredFiles(db: Db, nowMs: number): Promise<void> {
  await db.delete(files).where(lte(files.expiresAtMs, nowMs));
}

async function findFile(db: Db, caller: Pick<Caller, 'userId'>, fileId: FileId, nowMs: number): Promise<typeof files.$inferSelect> {
  const isKept = or(isNull(files.expiresAtMs), gt(files.expiresAtMs, nowMs));
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.userId, caller.userId), isKept));
  if (!file) throw new AppError('resource.notFound');
  return file;
}

/** One row at a time: a file is never in memory as a whole, and the connection is free in between. */
async function* readChunks(db: Db, fileId: FileId): AsyncGenerator<Buffer> {
  for (let chunkIndex = 0; ; chunkIndex++) {
    const [chunk] = await db
      .select({ content: fileChunks.content })
      .from(fileChunks)
      .where(and(eq(fileChunks.fileId, fileId), eq(fileChunks.chunkIndex, chunkIndex)));
    if (!chunk) return;
    yield chunk.content;
  }
}

/** The last part of a path, without what a file system or a header could misread. */
function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}"*:<>?|]/gu, '').trim();
  return clean.slice(-LONGEST_NAME) || 'file';
}
