import type { PermissionName } from '@solvane/contract/permissions';
import type { ReactNode } from 'react';
import { hasPermission } from './access.ts';
import { useAccess } from './session.queries.ts';

interface PermissionGateProps {
  permission: PermissionName;
  /** What those see who may not; without it nothing. */
  otherwise?: ReactNode;
  children: ReactNode;
}

export function PermissionGate({ permission, otherwise = null, children }: PermissionGateProps) {
  return hasPermission(useAccess(), permission) ? children : otherwise;
}

export function usePermission(permission: PermissionName): boolean {
  return hasPermission(useAccess(), permission);
}
