import { LIMITS } from '@solvane/contract/limits';
import { accountSettingsEndpoints, sessionEndpoints } from '@solvane/contract/session';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Access } from './access.ts';
import { type SessionUser, toSessionUser } from './session-user.ts';

const HOUR_MS = 3_600_000;

export const sessionKeys = {
  profile: ['session', 'profile'],
  permissions: ['session', 'permissions'],
  features: ['session', 'features'],
  accountSettings: ['accountSettings', 'get'],
} as const;

export function profileQuery() {
  return queryOptions({
    queryKey: sessionKeys.profile,
    queryFn: ({ signal }) => call(sessionEndpoints.profile, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function permissionsQuery() {
  return queryOptions({
    queryKey: sessionKeys.permissions,
    queryFn: ({ signal }) => call(sessionEndpoints.permissions, { signal }),
    staleTime: LIMITS.permissionsCacheHours * HOUR_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function featuresQuery() {
  return queryOptions({
    queryKey: sessionKeys.features,
    queryFn: ({ signal }) => call(sessionEndpoints.features, { signal }),
    staleTime: LIMITS.featuresCacheHours * HOUR_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Cached for ever: only this user changes them, and every change answers with all of them. */
export function accountSettingsQuery() {
  return queryOptions({
    queryKey: sessionKeys.accountSettings,
    queryFn: ({ signal }) => call(accountSettingsEndpoints.get, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function useSessionUser(): SessionUser {
  return useSuspenseQuery({ ...profileQuery(), select: toSessionUser }).data;
}

export function useAccess(): Access {
  const permissions = useSuspenseQuery(permissionsQuery()).data;
  const features = useSuspenseQuery(featuresQuery()).data;
  const { isProvider } = useSessionUser();
  return { permissions: permissions.userAccessByPermissionName, features: features.features, isProvider };
}
