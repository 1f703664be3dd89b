import { createSignalStore } from './create-signal-store.ts';
import { EngineLink } from './engine/engine-link.ts';
import type { SignalStore } from './signal-store.ts';
import type { StoreReach } from './signals.ts';
import { openEmbeddedDatabase, openServerDatabase } from './sql/signal-database.ts';

/** A store of a thread's own. It rolls nothing up, so blocks are not looked up, and reads nothing twice. */
export function reachStore({ spoolFolder, serverUrl, cluster, socketPath }: StoreReach): SignalStore {
  const database =
    serverUrl === undefined
      ? openEmbeddedDatabase({ link: new EngineLink({ socketPath }), spoolFolder })
      : openServerDatabase({ url: serverUrl, cluster });
  return createSignalStore({ database, directory: { describeBlocks: () => Promise.resolve([]) }, recentBytes: 0 });
}
