import { LIMITS } from '@solvane/contract/limits';
import { sessionEndpoints } from '@solvane/contract/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { expireSession, onUnauthorized, sessionState, setSessionExpiry } from '../../api/session-state.ts';
import { profileQuery } from '../../shared/access/session.queries.ts';
import { closeNotice, showNotice } from '../../workspace/notices.ts';
import { type SessionPhase, sessionClock } from './session-clock.ts';

const SessionExpiredDialog = lazy(async () => ({ default: (await import('./session-expired-dialog.tsx')).SessionExpiredDialog }));

const NOTICE = 'session-ends-soon';
/** Timers stop while a laptop sleeps: the phase is looked at again at least this often. */
const LONGEST_WAIT_MS = 30_000;

/** Watches the session: says that it ends, renews it, and asks to sign in again when it is over. */
export function SessionGuard() {
  const phase = useSessionPhase();
  const renew = useRenew();
  const offerRenew = useEffectEvent(() => {
    showNotice({
      id: NOTICE,
      kind: 'info',
      title: 'Auth_Session_EndsSoon_Title',
      message: 'Auth_Session_EndsSoon_Message',
      values: { minutes: LIMITS.sessionWarningMinutes },
      action: { label: 'Auth_Session_Renew', run: () => renew.mutate() },
      stays: true,
    });
  });
  useProfileCheck();
  // The notice belongs to the phase, wherever it came from: a renewal in another tab takes it away too.
  useEffect(() => {
    if (phase === 'ending') offerRenew();
    else closeNotice(NOTICE);
  }, [phase]);
  return phase === 'expired' ? (
    <Suspense>
      <SessionExpiredDialog />
    </Suspense>
  ) : null;
}

function useSessionPhase(): SessionPhase {
  const { expiresAtMs, isExpired } = useSelector(sessionState);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const { phase, nextMs } = sessionClock({ expiresAtMs, nowMs });
  // A clock lies outside of React.
  useEffect(() => {
    if (nextMs === null) return;
    const timer = setTimeout(() => setNowMs(Date.now()), Math.min(LONGEST_WAIT_MS, Math.max(0, nextMs - Date.now())) + 5);
    return () => clearTimeout(timer);
  });
  return isExpired ? 'expired' : phase;
}

function useRenew() {
  return useMutation({
    mutationFn: () => call(sessionEndpoints.renew),
    onSuccess: ({ sessionExpiresAtUtc }) => setSessionExpiry(Date.parse(sessionExpiresAtUtc)),
    meta: { failedMessage: 'Auth_Session_Renew_Failed', doneMessage: 'Auth_Session_Renewed' },
  });
}

/** A 401 may come from one call only: the profile says whether anybody is signed in still (spec §4). */
function useProfileCheck(): void {
  const queryClient = useQueryClient();
  // Calls are made outside of React too.
  useEffect(() => {
    let isAsking = false;
    return onUnauthorized(() => {
      if (isAsking) return;
      isAsking = true;
      queryClient
        .fetchQuery({ ...profileQuery(), staleTime: 0 })
        .then(({ isAuthenticated }) => {
          if (!isAuthenticated) expireSession();
        })
        .catch((error: unknown) => console.warn('Who is signed in could not be asked', error))
        .finally(() => {
          isAsking = false;
        });
    });
  }, [queryClient]);
}
