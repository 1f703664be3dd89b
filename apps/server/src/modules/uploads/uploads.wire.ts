import type { Upload } from '@solvane/contract/uploads/uploads';
import type { Caller } from '../../http/caller.ts';
import { type UploadRecord, uploadAbilities } from './uploads.policy.ts';

export function toUpload(
  caller: Pick<Caller, 'ownerId'>,
  { file, ...row }: UploadRecord & { file: { fileName: string; byteCount: number } },
): Upload {
  const {
    id,
    kind,
    state,
    author,
    createdAtMs,
    progress,
    sheets,
    errorCount,
    warningCount,
    change,
    importedAtMs,
    revertedBy,
    revertedAtMs,
  } = row;
  return {
    ...{ id, kind, state, progress, sheets, change, importedAtMs, revertedBy, revertedAtMs },
    fileName: file.fileName,
    bytes: file.byteCount,
    uploadedBy: author,
    uploadedAtMs: createdAtMs,
    errors: errorCount,
    warnings: warningCount,
    can: uploadAbilities(caller, row),
  };
}
