import { AppError } from '@solvane/contract/errors';
import type { UploadId, UploadState } from '@solvane/contract/uploads/uploads';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { uploads } from '../../db/schema/uploads.ts';

/** @throws AppError resource.conflict when it is in another state by now */
export async function changeState(db: Db, id: UploadId, { from, to }: { from: UploadState[]; to: UploadState }): Promise<void> {
  const changed = await db
    .update(uploads)
    .set({ state: to, progress: 0 })
    .where(and(eq(uploads.id, id), inArray(uploads.state, from)))
    .returning({ id: uploads.id });
  if (changed.length === 0) throw new AppError('resource.conflict');
}
