import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServerPrograms } from '@solvane/testing/postgres-programs';

export interface PostgresServer {
  url: string;
  /** Ends it at once, without a word to its clients. */
  kill(): Promise<void>;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** A PostgreSQL of its own on a Unix socket that can go away and come back. @throws Error when no server program is installed */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findServerPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'solvane-faults-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o700);
    execFileSync('chown', ['postgres:postgres', folder]);
  }
  // The server refuses to run as root.
  const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const data = join(folder, 'data');
  const [initdb = '', ...initArgs] = [...asPostgres, join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'];
  execFileSync(initdb, [...initArgs, '--no-sync', '--locale=C.UTF-8'], { stdio: 'pipe', cwd: '/' });
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const [program = '', ...args] = [...asPostgres, join(bin, 'postgres'), '-D', data, '-k', folder];
    const started = spawn(program, [...args, '-c', 'listen_addresses=', '-c', 'max_connections=60'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      started.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('ready to accept connections')) resolve();
      });
      started.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)));
    });
  };
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    kill,
    start,
    dispose: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
