import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { Caller } from '../../http/caller.ts';

export function assertSite(caller: Caller, siteId: SiteId): void {
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
}
