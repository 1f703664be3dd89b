import type { Features } from '@solvane/contract/features';
import type { PermissionName, Permissions } from '@solvane/contract/permissions';
import type { PageData } from '../routing/page.ts';

/** What the signed-in user may see. The server decides every call again by itself. */
export interface Access {
  permissions: Permissions['userAccessByPermissionName'];
  features: Features['features'];
  isProvider: boolean;
}

export function hasPermission({ permissions }: Pick<Access, 'permissions'>, permission: PermissionName): boolean {
  return permissions[permission] === true;
}

/** A page is permitted by its permission and its feature flag together; a name that is absent from the map is not permitted (spec §6). */
export function isPermitted(page: PageData, access: Access): boolean {
  if (page.feature !== undefined && access.features[page.feature] !== true) return false;
  return page.permission === undefined || hasPermission(access, page.permission);
}
