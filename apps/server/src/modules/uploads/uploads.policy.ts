import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { UPLOAD_PERMISSIONS, type Upload } from '@solvane/contract/uploads/uploads';
import type { uploads } from '../../db/schema/uploads.ts';
import type { Caller } from '../../http/caller.ts';

export type UploadRecord = typeof uploads.$inferSelect;

/** Sites at which the caller may change what the kind changes. */
export function uploadScope(caller: Pick<Caller, 'siteIds' | 'scopeFor'>, kind: UploadKind): ReadonlySet<SiteId> {
  const permitted = caller.scopeFor(UPLOAD_PERMISSIONS[kind]);
  return new Set([...caller.siteIds].filter((siteId) => permitted.has(siteId)));
}

/** @throws AppError access.forbidden when the caller may change it nowhere */
export function assertUploadScope(caller: Pick<Caller, 'siteIds' | 'scopeFor'>, kind: UploadKind): ReadonlySet<SiteId> {
  const scope = uploadScope(caller, kind);
  if (scope.size === 0) throw new AppError('access.forbidden');
  return scope;
}

/** Own uploads, and those whose sites the caller may all change: others could show devices of sites out of scope. */
export function isVisible(
  caller: Pick<Caller, 'ownerId' | 'siteIds' | 'scopeFor'>,
  { userId, kind, siteIds, state }: UploadRecord,
): boolean {
  const scope = uploadScope(caller, kind);
  if (userId === caller.ownerId) return siteIds.every((siteId) => scope.has(siteId));
  return state !== 'validating' && siteIds.length > 0 && siteIds.every((siteId) => scope.has(siteId));
}

/** What the caller may do with it now. */
export function uploadAbilities(caller: Pick<Caller, 'ownerId'>, { state, errorCount, undo, userId }: UploadRecord): Upload['can'] {
  const isOwn = userId === caller.ownerId;
  return {
    confirm: isOwn && state === 'review' && errorCount === 0,
    cancel: isOwn && (state === 'validating' || state === 'review' || state === 'importing'),
    revert: state === 'done' && undo !== null,
  };
}
