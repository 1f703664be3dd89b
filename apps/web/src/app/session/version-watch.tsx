import { LIMITS } from '@solvane/contract/limits';
import { systemEndpoints } from '@solvane/contract/system';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { showNotice } from '../../workspace/notices.ts';

export type VersionStatus = 'unknown' | 'fetching' | 'upToDate' | 'reloadRequired';

/** Compares the version that is served with the one this page began with; says once, after a while, that there is a newer one (spec §4). */
export function VersionWatch() {
  const first = useRef<string>(undefined);
  const { data, isFetching } = useQuery({
    queryKey: ['system', 'version'],
    queryFn: ({ signal }) => call(systemEndpoints.version, { signal, background: true }),
    refetchInterval: LIMITS.versionPollSeconds * 1_000,
    retry: false,
  });
  first.current ??= data?.version;
  const status = versionStatus({ first: first.current, served: data?.version, isFetching });
  // The notice comes after a delay, so that a server that restarts twice says it once.
  useEffect(() => {
    if (status !== 'reloadRequired') return;
    const timer = setTimeout(sayNewVersion, LIMITS.newVersionNoticeMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [status]);
  return null;
}

export function versionStatus(state: { first: string | undefined; served: string | undefined; isFetching: boolean }): VersionStatus {
  if (state.served === undefined) return state.isFetching ? 'fetching' : 'unknown';
  return state.served === state.first ? 'upToDate' : 'reloadRequired';
}

function sayNewVersion(): void {
  showNotice({
    id: 'new-version',
    kind: 'info',
    title: 'System_SystemNotification_NewVersion_Message',
    action: { label: 'Common_Reload', run: () => window.location.reload() },
    stays: true,
  });
}
