import { parentPort } from 'node:worker_threads';
import type { DemoOrder } from '@solvane/contract/demo-worker';
import { type DemoDescription, describeDemo } from '../describe-demo.ts';
import { DEMO_SEED } from '../plant/demo-world.ts';
import { type FeedProgress, feedDemo } from './feed-demo.ts';
import { type FeedState, historyStartMs } from './feed-state.ts';
import { replyToCommands } from './reply-to-commands.ts';

/** What the thread says; the contract's schema reads it on the other side. */
type Message =
  | { type: 'described'; description: DemoDescription }
  | { type: 'progress'; progress: FeedProgress }
  | { type: 'state'; state: FeedState; historyFromMs: number }
  | { type: 'log'; level: 'info' | 'warn'; details: object; message: string }
  | { type: 'stopped' }
  | { type: 'failed'; message: string };

const port = parentPort;
const stop = new AbortController();
let isFeeding = false;

port?.on('message', (order: DemoOrder) => {
  if (order.type === 'describe') say({ type: 'described', description: describeDemo({ demo: order.demo, nowMs: Date.now() }) });
  else if (order.type === 'stop') end();
  else
    void feed(order)
      .then(() => say({ type: 'stopped' }))
      .catch((error: unknown) => say({ type: 'failed', message: error instanceof Error ? error.message : String(error) }))
      .finally(() => port.close());
});

async function feed({ demo, baseUrl, ingestionKey, state }: Extract<DemoOrder, { type: 'feed' }>): Promise<void> {
  isFeeding = true;
  const log = {
    info: (details: object, message: string) => say({ type: 'log', level: 'info', details, message }),
    warn: (details: object, message: string) => say({ type: 'log', level: 'warn', details, message }),
  };
  // Ends with the feed: a thread that only answers commands would never end.
  const isFed = new AbortController();
  const signal = AbortSignal.any([stop.signal, isFed.signal]);
  const answering = replyToCommands({ baseUrl, ingestionKey, fleetSeed: DEMO_SEED, signal, log });
  const feeding = feedDemo({
    demo,
    baseUrl,
    ingestionKey,
    nowMs: Date.now,
    signal: stop.signal,
    progress: {
      get: () => Promise.resolve(state),
      set: (reached) => Promise.resolve(say({ type: 'state', state: reached, historyFromMs: historyStartMs(reached) })),
    },
    onProgress: (progress) => say({ type: 'progress', progress }),
    log,
  });
  await feeding.finally(() => isFed.abort());
  await answering;
}

/** A running feed closes the port when it has stopped. */
function end(): void {
  stop.abort();
  if (!isFeeding) port?.close();
}

function say(message: Message): void {
  port?.postMessage(message);
}
