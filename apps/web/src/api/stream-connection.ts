import { streamMessageSchema, systemEndpoints } from '@solvane/contract/system';

/** A message as it came: its id is the instant from which a later connection goes on. */
export interface StreamEvent {
  id: string;
  data: string;
}

interface ConnectionOptions {
  /** The last message that was heard, maybe over another connection; empty: none. */
  since: string;
  onEvent: (event: StreamEvent) => void;
  /** The server has answered, at first or again. */
  onOpen?: () => void;
}

const TYPES = streamMessageSchema.options.map(({ shape }) => shape.type.value);
/** A refused connection is not tried again by the browser itself. */
const REOPEN_MS = 15_000;

/** Listens to the server. The browser connects again by itself and names the last message it had. @returns how to end it */
export function connectStream({ since, onEvent, onOpen }: ConnectionOptions): () => void {
  let newestId = since;
  let source: EventSource | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  const hear = ({ lastEventId, data }: MessageEvent<string>): void => {
    newestId = lastEventId === '' ? newestId : lastEventId;
    onEvent({ id: newestId, data });
  };
  const open = (): void => {
    const opened = new EventSource(addressOf(newestId));
    source = opened;
    for (const type of TYPES) opened.addEventListener(type, hear);
    if (onOpen) opened.addEventListener('open', onOpen);
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED && source === opened) reopenTimer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(reopenTimer);
    source?.close();
    source = undefined;
  };
}

function addressOf(since: string): string {
  const { path } = systemEndpoints.stream;
  return since === '' ? path : `${path}?${new URLSearchParams({ since })}`;
}
