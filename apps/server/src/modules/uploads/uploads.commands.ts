import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import type { Upload, UploadId } from '@solvane/contract/uploads/uploads';
import { uploads } from '../../db/schema/uploads.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { Upload as UploadedFile } from '../../http/upload.ts';
import { audit } from '../access/audit.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { storeFile } from '../shell/files.ts';
import { revertImport } from './import/revert-import.ts';
import { importUploadJob, validateUploadJob } from './upload-jobs.ts';
import { changeState } from './upload-state.ts';
import { assertUploadScope, uploadAbilities, uploadScope } from './uploads.policy.ts';
import { getUpload, getUploadRecord } from './uploads.queries.ts';

type UploadDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;

/** Keeps a file and begins its validation. */
export async function createUpload(
  { db, now, jobs }: UploadDeps,
  caller: Caller,
  { kind, file }: { kind: UploadKind; file: UploadedFile },
): Promise<Upload> {
  const siteIds = [...assertUploadScope(caller, kind)];
  const id = randomUUID() as UploadId;
  const { fileName, content } = file;
  const stored = {
    userId: caller.userId,
    purpose: 'upload',
    fileName,
    contentType: 'application/octet-stream',
    expiresAtMs: null,
  } as const;
  await db.transaction(async (tx) => {
    const { fileId } = await storeFile(tx, stored, [content], now());
    const row = { id, kind, state: 'validating', fileId, userId: caller.userId, author: caller.name, createdAtMs: now() } as const;
    await tx.insert(uploads).values(row);
    await jobs.enqueue(tx, validateUploadJob, { uploadId: id, siteIds }, { priority: 1 });
  });
  return getUpload(db, caller, id);
}

/** @throws AppError resource.conflict unless it is validated without errors; resource.notFound */
export async function confirmUpload({ db, now, jobs }: UploadDeps, caller: Caller, id: UploadId): Promise<Upload> {
  const record = await getUploadRecord(db, caller, id);
  if (!uploadAbilities(caller, record).confirm) throw new AppError('resource.conflict');
  const siteIds = [...assertUploadScope(caller, record.kind)];
  await db.transaction(async (tx) => {
    await changeState(tx, id, { from: ['review'], to: 'importing' });
    await jobs.enqueue(tx, importUploadJob, { uploadId: id, siteIds }, { userId: caller.userId, priority: 1 });
    const entry = {
      action: 'upload.confirm',
      entityType: 'upload',
      entityId: id,
      details: { kind: record.kind, file: record.file.fileName },
    };
    await audit(
      tx,
      { actor: caller, nowMs: now() },
      record.siteIds.length > 0 ? record.siteIds.map((siteId) => ({ ...entry, siteId })) : [entry],
    );
  });
  return getUpload(db, caller, id);
}

/** An import that runs stops before it writes; one that has written is done, and is refused. */
export async function cancelUpload({ db }: UploadDeps, caller: Caller, id: UploadId): Promise<Upload> {
  const record = await getUploadRecord(db, caller, id);
  if (!uploadAbilities(caller, record).cancel) throw new AppError('resource.conflict');
  await changeState(db, id, { from: ['validating', 'review', 'importing'], to: 'cancelled' });
  return getUpload(db, caller, id);
}

/** Restores what the import replaced. @throws AppError resource.conflict for manual data, and for what was changed again since */
export async function revertUpload(deps: UploadDeps & ConfigureDeps, caller: Caller, id: UploadId): Promise<Upload> {
  const record = await getUploadRecord(deps.db, caller, id);
  const scope = uploadScope(caller, record.kind);
  if (!uploadAbilities(caller, record).revert || record.siteIds.some((siteId) => !scope.has(siteId)))
    throw new AppError('resource.conflict');
  await revertImport(deps, caller, record);
  return getUpload(deps.db, caller, id);
}
