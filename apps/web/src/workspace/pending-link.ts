import { z } from 'zod';

const NAME = 'solvane.pending-link';
/** Signing in takes a moment, over a password manager or another server; later the link is no longer expected. */
const KEPT_MS = 15 * 60_000;

const pendingSchema = z.object({ sharedId: z.string().max(64), atMs: z.number() });

/** Stores the shared link of an address that has to wait until the user has signed in, wherever that happens. */
export function keepPendingLink(search: string, nowMs: number): void {
  const sharedId = new URLSearchParams(search).get('sharedId');
  if (sharedId !== null) write(JSON.stringify({ sharedId, atMs: nowMs }));
}

/** The link that waits, which waits no longer. undefined: none, or it is too old. */
export function takePendingLink(nowMs: number): string | undefined {
  try {
    const text = localStorage.getItem(NAME);
    if (text === null) return undefined;
    localStorage.removeItem(NAME);
    const pending = pendingSchema.safeParse(JSON.parse(text)).data;
    return pending && nowMs - pending.atMs < KEPT_MS ? pending.sharedId : undefined;
  } catch {
    // Storage is forbidden, or something else was written there.
    return undefined;
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(NAME, text);
  } catch (error) {
    console.warn('Could not be remembered', NAME, error);
  }
}
