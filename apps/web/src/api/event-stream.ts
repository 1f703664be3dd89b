import { type StreamMessage, streamMessageSchema } from '@solvane/contract/system';
import { connectStream, type StreamEvent } from './stream-connection.ts';
import { canShareStream, shareStream } from './stream-share.ts';

type Listener = (message: StreamMessage) => void;

const listeners = new Set<Listener>();
const openListeners = new Set<() => void>();
let stop: (() => void) | undefined;
let owner = '';

/** Tabs share what the server tells only with tabs of the same user. */
export function setStreamOwner(userId: string): void {
  owner = userId;
}

/**
 * Receives what the server sends by itself. All listeners of all tabs share one connection, which is open as long as there is a listener.
 *
 * @returns how to stop listening
 */
export function onStreamMessage(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= canShareStream()
    ? shareStream(`solvane.stream.${owner}`, { onEvent: tell, onOpen: tellOpen })
    : connectStream({ since: '', onEvent: tell, onOpen: tellOpen });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** Hears when the connection to the server is there, at first or again. Opens none. @returns how to stop listening */
export function onStreamOpen(listener: () => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

function tellOpen(): void {
  for (const listener of openListeners) listener();
}

/** A message of a newer server that is not understood here is left out. */
function tell({ data }: StreamEvent): void {
  const message = streamMessageSchema.safeParse(JSON.parse(data)).data;
  if (message) for (const listener of listeners) listener(message);
}
