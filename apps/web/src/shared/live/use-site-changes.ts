import type { StreamMessage } from '@solvane/contract/system';
import { useEffect, useEffectEvent } from 'react';
import { onStreamMessage } from '../../api/event-stream.ts';

export type SiteChange = Extract<StreamMessage, { type: 'site-changed' }>;

/** Plants send in bursts: who shows them looks once per this time. */
const GATHER_MS = 5_000;

interface SiteChangesOptions {
  /** For who tells the user by other means than the page. */
  alsoWhileHidden?: boolean;
  /** For what has to be seen sooner. */
  gatherMs?: number;
}

/** States of devices are seen within five seconds of their change, the time of the request included. */
export const SOON: SiteChangesOptions = { gatherMs: 1_500 };

/** Calls back with what changed at sites since the last time, at most every few seconds, and not while the page is hidden. */
export function useSiteChanges(
  onChange: (changes: readonly SiteChange[]) => void,
  { alsoWhileHidden = false, gatherMs = GATHER_MS }: SiteChangesOptions = {},
): void {
  const tell = useEffectEvent(onChange);
  // Subscribes to the event stream of the server.
  useEffect(() => {
    let gathered: SiteChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      if ((document.hidden && !alsoWhileHidden) || gathered.length === 0) return;
      const changes = gathered;
      gathered = [];
      tell(changes);
    };
    const stop = onStreamMessage((message) => {
      if (message.type !== 'site-changed') return;
      gathered = [...gathered.filter(({ siteId, what }) => siteId !== message.siteId || what !== message.what), joined(gathered, message)];
      timer ??= setTimeout(flush, gatherMs);
    });
    document.addEventListener('visibilitychange', flush);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [alsoWhileHidden, gatherMs]);
}

/** One change per site and kind: its span grows; null at an end is "no bound". */
function joined(gathered: readonly SiteChange[], message: SiteChange): SiteChange {
  const before = gathered.find(({ siteId, what }) => siteId === message.siteId && what === message.what);
  if (!before) return message;
  return {
    ...message,
    fromMs: before.fromMs === null || message.fromMs === null ? null : Math.min(before.fromMs, message.fromMs),
    toMs: before.toMs === null || message.toMs === null ? null : Math.max(before.toMs, message.toMs),
  };
}
