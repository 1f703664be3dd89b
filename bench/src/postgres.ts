import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServerPrograms } from '@solvane/testing/postgres-programs';

export interface BenchPostgres {
  version: string;
  folder: string;
  /** Through its socket. */
  url: string;
  pid: number | undefined;
  /** Runs statements one after the other. @returns milliseconds of each, answer received */
  run(statements: readonly string[], input?: string): number[];
  stop(): Promise<void>;
}

/** A cluster of its own with the installed programs, on a socket only; undefined: none is installed. */
export async function startPostgres(): Promise<BenchPostgres | undefined> {
  const bin = findServerPrograms();
  if (bin === undefined) return undefined;
  const owner = ownerOfServer();
  const folder = mkdtempSync(join(tmpdir(), 'solvane-bench-pg-'));
  chmodSync(folder, 0o755);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], { ...owner, cwd: folder, stdio: 'ignore' });
  const settings = ['shared_buffers=2GB', 'max_wal_size=8GB', 'listen_addresses=', `unix_socket_directories=${folder}`];
  const server: ChildProcess = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const psql = (script: string): string => {
    const result = spawnSync(join(bin, 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-U', 'bench', 'postgres'], {
      input: script,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (result.status !== 0) throw new Error(`PostgreSQL: ${result.stderr}`);
    return result.stdout;
  };
  await untilReady(() => spawnSync(join(bin, 'pg_isready'), ['-h', folder, '-U', 'bench']).status === 0);
  return {
    folder,
    url: `postgres://bench@localhost/postgres?host=${encodeURIComponent(folder)}`,
    pid: server.pid,
    version: psql('\\t on\nshow server_version;').trim(),
    run: (statements, input = '') => {
      const script = [
        '\\timing on',
        ...statements.map((statement) => `\\o /dev/null\n${statement};\n${statement.startsWith('copy ') ? input : ''}`),
      ];
      return [...psql(script.join('\n')).matchAll(/^Time: ([\d.]+) ms/gm)].map(([, time]) => Number(time));
    },
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
function ownerOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilReady(isReady: () => boolean): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    if (isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not start');
}
