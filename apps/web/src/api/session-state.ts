import { createStore } from '@tanstack/react-store';

export interface SessionState {
  /** When the server ends the session unless the user does something; null: not known yet. */
  expiresAtMs: number | null;
  /** The server no longer knows the session, or its time is over: only signing in again helps. */
  isExpired: boolean;
}

/** What the answers of the server say about the session. The session machine in `app` acts on it. */
export const sessionState = createStore<SessionState>({ expiresAtMs: null, isExpired: false });

const unauthorizedListeners = new Set<() => void>();

export function setSessionExpiry(expiresAtMs: number): void {
  if (!Number.isFinite(expiresAtMs) || sessionState.get().expiresAtMs === expiresAtMs) return;
  sessionState.setState((state) => ({ ...state, expiresAtMs }));
}

export function expireSession(): void {
  sessionState.setState((state) => ({ ...state, isExpired: true }));
}

/** Some call was answered 401: the profile has to be asked again before the session counts as expired (spec §4). */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

export function reportUnauthorized(): void {
  for (const listener of unauthorizedListeners) listener();
}
