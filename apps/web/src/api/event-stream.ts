import { type StreamMessage, streamMessageSchema } from '@solvane/contract/system';
import { connectStream, type StreamEvent } from './stream-connection.ts';
import { canShareStream, shareStream } from './stream-share.ts';

type Listener = (message: StreamMessage) => void;

const listeners = new Set<Listener>();
let stop: (() => void) | undefined;
let owner = '';

/** Tabs share what the server tells only with tabs of the same user. */
export function setStreamOwner(userId: string): void {
  owner = userId;
}

/**
 * Hears what the server tells by itself. All listeners of all tabs share one connection, which is there as long as somebody listens.
 *
 * @returns how to stop listening
 */
export function onStreamMessage(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= canShareStream() ? shareStream(`solvane.stream.${owner}`, tell) : connectStream({ since: '', onEvent: tell });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** A message of a newer server that is not understood here is left out. */
function tell({ data }: StreamEvent): void {
  const message = streamMessageSchema.safeParse(JSON.parse(data)).data;
  if (message) for (const listener of listeners) listener(message);
}
