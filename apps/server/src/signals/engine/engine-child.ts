import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { EngineServer } from './engine-server.ts';
import { type PoolOptions, SessionPool } from './session-pool.ts';

/** What the supervisor starts the process with, as JSON in its only argument. */
export interface EngineChildOptions extends PoolOptions {
  socketPath: string;
  /** How long to wait for another engine to let go of the folder. */
  lockTimeoutMs: number;
}

export type EngineChildMessage = { type: 'ready'; engineVersion: string } | { type: 'failed'; message: string };
export type SupervisorMessage = { type: 'close' };

const CLOSE_GRACE_MS = 10_000;

const options: EngineChildOptions = JSON.parse(process.argv[2] ?? '{}');

// Without its supervisor an engine would hold the folder for ever. Everything acknowledged is on disk, so the hard way out is safe and the only
// one that a long statement cannot delay.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl+C reaches the whole process group; the supervisor decides when to close.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

try {
  await serve();
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
}

async function serve(): Promise<void> {
  mkdirSync(options.folder, { recursive: true });
  const pool = await openPatiently();
  const server = new EngineServer({ pool, socketPath: options.socketPath, onAborted: abort });
  await server.listen();
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'close') void close(server, pool);
  });
  tell({ type: 'ready', engineVersion: pool.engineVersion });
}

async function openPatiently(): Promise<SessionPool> {
  const giveUpMs = performance.now() + options.lockTimeoutMs;
  for (;;) {
    try {
      return new SessionPool(options);
    } catch (error) {
      if (performance.now() > giveUpMs) throw error;
      await wait(100);
    }
  }
}

async function close(server: EngineServer, pool: SessionPool): Promise<void> {
  await pool.close(CLOSE_GRACE_MS);
  await server.close();
  process.exit(0);
}

function abort(message: string): void {
  process.stderr.write(`The engine aborted: ${message}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function tell(message: EngineChildMessage, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}
