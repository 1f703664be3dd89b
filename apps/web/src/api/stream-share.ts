import { connectStream, type StreamEvent } from './stream-connection.ts';

/** What tabs say to each other. */
type Word = { kind: 'event'; event: StreamEvent } | { kind: 'open' } | { kind: 'who' } | { kind: 'here'; newestId: string };

export interface StreamListeners {
  onEvent: (event: StreamEvent) => void;
  /** The connection is there, at first or again. */
  onOpen: () => void;
}

/** A tab that holds the connection answers at once, unless the browser has put it to sleep. */
const ANSWER_MS = 3_000;

/** A browser opens six connections to a server: some tabs with one each would leave none for questions. */
export function canShareStream(): boolean {
  return typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && navigator.locks !== undefined;
}

/**
 * Hears the server over one connection for all tabs that use the same name. The tab that holds the lock has it and passes on what it hears; when it closes,
 * the next one goes on from the last message. A tab in view takes it from one that sleeps.
 *
 * @returns how to stop listening
 */
export function shareStream(name: string, { onEvent, onOpen }: StreamListeners): () => void {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let newestId = '';
  let isLeading = false;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  const say = (word: Word): void => channel.postMessage(word);
  const take = (event: StreamEvent): void => {
    newestId = event.id;
    onEvent(event);
  };
  /** Holds the lock until this tab leaves or another one takes it. */
  const lead = (): Promise<void> => {
    isLeading = true;
    clearTimeout(timeout);
    const close = connectStream({
      since: newestId,
      onEvent: (event) => {
        say({ kind: 'event', event });
        take(event);
      },
      onOpen: () => {
        say({ kind: 'open' });
        onOpen();
      },
    });
    stopLeading = () => {
      isLeading = false;
      close();
    };
    return new Promise((resolve) => leaving.signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  let stopLeading = (): void => undefined;
  const stand = (options: LockOptions): void => {
    navigator.locks.request(name, options, lead).catch(() => {
      // Taken by another tab, or given up before it was this tab's turn.
      stopLeading();
      if (!leaving.signal.aborted) stand({ signal: leaving.signal });
    });
  };
  const look = (): void => {
    if (isLeading || document.visibilityState === 'hidden') return;
    clearTimeout(timeout);
    timeout = setTimeout(() => stand({ steal: true }), ANSWER_MS);
    say({ kind: 'who' });
  };

  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'event') take(word.event);
    if (word.kind === 'open') onOpen();
    if (word.kind === 'who' && isLeading) say({ kind: 'here', newestId });
    if (word.kind === 'here') {
      clearTimeout(timeout);
      if (newestId === '') newestId = word.newestId;
    }
  };
  stand({ signal: leaving.signal });
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timeout);
    leaving.abort();
    stopLeading();
    channel.close();
  };
}
