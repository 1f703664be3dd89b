import { type StreamMessage, streamMessageSchema, systemEndpoints } from '@solvane/contract/system';

type Listener = (message: StreamMessage) => void;

const TYPES = streamMessageSchema.options.map(({ shape }) => shape.type.value);
/** A refused connection is not tried again by the browser itself. */
const REOPEN_MS = 15_000;

const listeners = new Set<Listener>();
let source: EventSource | undefined;
let reopenTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Hears what the server tells by itself. All listeners share one connection, which is there as long as somebody listens; the browser connects again by
 * itself and names the last message it had.
 *
 * @returns how to stop listening
 */
export function onStreamMessage(listener: Listener): () => void {
  listeners.add(listener);
  open();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}

function open(): void {
  if (source) return;
  const opened = new EventSource(systemEndpoints.stream.path);
  source = opened;
  for (const type of TYPES) opened.addEventListener(type, tell);
  opened.addEventListener('error', () => {
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    close();
    reopenTimer = setTimeout(() => listeners.size > 0 && open(), REOPEN_MS);
  });
}

function close(): void {
  clearTimeout(reopenTimer);
  source?.close();
  source = undefined;
}

/** A message of a newer server that is not understood here is left out. */
function tell({ data }: MessageEvent<string>): void {
  const message = streamMessageSchema.safeParse(JSON.parse(data)).data;
  if (message) for (const listener of listeners) listener(message);
}
