import { LIMITS } from '@solvane/contract/limits';

export type SessionPhase = 'running' | 'ending' | 'expired';

export interface SessionClock {
  phase: SessionPhase;
  /** When the phase has to be looked at again; null: never. */
  nextMs: number | null;
}

const WARNING_MS = LIMITS.sessionWarningMinutes * 60_000;
const DIALOG_MS = LIMITS.sessionDialogSeconds * 1_000;

/** How near the end of a session is: a notice comes some minutes before it, the dialog seconds before (spec §4). */
export function sessionClock({ expiresAtMs, nowMs }: { expiresAtMs: number | null; nowMs: number }): SessionClock {
  if (expiresAtMs === null) return { phase: 'running', nextMs: null };
  const [warningMs, dialogMs] = [expiresAtMs - WARNING_MS, expiresAtMs - DIALOG_MS];
  if (nowMs >= dialogMs) return { phase: 'expired', nextMs: null };
  return nowMs >= warningMs ? { phase: 'ending', nextMs: dialogMs } : { phase: 'running', nextMs: warningMs };
}
