import type { PermissionName } from '@solvane/contract/permissions';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasPermission } from './access.ts';
import { permissionsQuery } from './session.queries.ts';

interface PermissionGateProps {
  permission: PermissionName;
  /** What those see who may not; without it nothing. */
  otherwise?: ReactNode;
  children: ReactNode;
}

export function PermissionGate({ permission, otherwise = null, children }: PermissionGateProps) {
  return usePermission(permission) ? children : otherwise;
}

export function usePermission(permission: PermissionName): boolean {
  const { userAccessByPermissionName: permissions } = useSuspenseQuery(permissionsQuery()).data;
  return hasPermission({ permissions }, permission);
}
