import { demoMessageSchema } from '@solvane/contract/demo-worker';
import type { Deps } from '../../deps.ts';
import { createDemoPlayer } from './demo-player.ts';
import { type DemoThread, type OpenDemoThread, openDemoThread } from './demo-thread.ts';

export interface DemoOptions {
  /** Where this server's ingestion is reached. */
  baseUrl: string;
  openThread?: OpenDemoThread;
  /** How long after its first end the thread is started again; each further end without anything fed in between doubles it. */
  firstRestartMs?: number;
}

const FIRST_RESTART_MS = 2_000;
const LONGEST_RESTART_MS = 60_000;

/** Plays the demo fleet: describes it, sets it up as any fleet is set up, and feeds it through public ingestion from a thread of its own. */
export function startDemo(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'log' | 'config'>,
  { baseUrl, openThread = openDemoThread, firstRestartMs = FIRST_RESTART_MS }: DemoOptions,
): { stop(): Promise<void> } {
  const { log } = deps;
  const { demo } = deps.config;
  if (demo === 'off') return { stop: () => Promise.resolve() };
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let restartMs = firstRestartMs;
  let life: Life | undefined;

  const play = (): void => {
    const current = openLife({
      player: { ...deps, demo, baseUrl },
      openThread,
      onFed: () => {
        restartMs = firstRestartMs;
      },
    });
    life = current;
    void current.ended.then((error) => {
      if (isStopping) return;
      log.warn({ err: error, againInMs: restartMs }, 'the demo fleet stopped');
      restart = setTimeout(play, restartMs);
      restartMs = Math.min(LONGEST_RESTART_MS, restartMs * 2);
    });
  };

  play();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(restart);
      life?.stop();
      await life?.ended;
    },
  };
}

/** The thread from its start to its end. */
interface Life {
  stop(): void;
  /** Resolves when the thread has ended and all its messages are answered, with the first failure of either. Never rejects. */
  ended: Promise<Error | undefined>;
}

function openLife({
  player,
  openThread,
  onFed,
}: {
  player: Parameters<typeof createDemoPlayer>[0];
  openThread: OpenDemoThread;
  onFed: () => void;
}): Life {
  let failure: Error | undefined;
  let answered = Promise.resolve();
  const thread: DemoThread = openThread((received) => {
    answered = answered.then(async () => {
      if (failure) return;
      try {
        const message = demoMessageSchema.parse(received);
        await answer(message);
        if (message.type === 'state') onFed();
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        thread.order({ type: 'stop' });
      }
    });
  });
  const answer = createDemoPlayer(player, thread.order);
  thread.order({ type: 'describe', demo: player.demo });
  return {
    stop: () => thread.order({ type: 'stop' }),
    ended: thread.ended.then(async (error) => {
      await answered;
      return failure ?? error;
    }),
  };
}
