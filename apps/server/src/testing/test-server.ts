import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { GuardedPool } from '../db/db.ts';

const TEMPLATE = 'solvane_test_template';

/** A new database on the test server: empty, or a copy of one that `prepare` has migrated once. */
export async function createServerDatabase(url: string, prepare?: (pool: pg.Pool) => Promise<void>): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    if (prepare) await ensureTemplate(admin, url, prepare);
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${name} template ${prepare ? TEMPLATE : 'template0'}`);
    return withDatabase(url, name);
  } finally {
    await admin.end();
  }
}

/** One worker makes the template, the others wait for it. */
async function ensureTemplate(admin: pg.Client, url: string, prepare: (pool: pg.Pool) => Promise<void>): Promise<void> {
  await admin.query('select pg_advisory_lock(1)');
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (!rowCount) {
    await admin.query(`create database ${TEMPLATE}_new`);
    const pool = new GuardedPool({ connectionString: withDatabase(url, `${TEMPLATE}_new`), max: 1 });
    await prepare(pool);
    await pool.end();
    await admin.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
  }
  await admin.query('select pg_advisory_unlock(1)');
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server on a Unix socket in a temporary folder, as user postgres where we are root (the server refuses to be root). */
export async function startTestServer(bin: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-postgres-'));
  const asPostgres = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  if (asPostgres.length > 0) {
    chmodSync(folder, 0o700);
    execFileSync('chown', ['postgres:postgres', folder]);
  }
  const data = join(folder, 'data');
  const [command = '', ...prefix] = [...asPostgres, join(bin, 'initdb')];
  execFileSync(command, [...prefix, '-D', data, '-U', 'postgres', '--no-sync', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    stdio: 'pipe',
    cwd: '/',
  });
  const [serverCommand = '', ...serverPrefix] = [...asPostgres, join(bin, 'postgres')];
  const server = spawn(
    serverCommand,
    [...serverPrefix, '-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=60'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
    },
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.on('exit', () => reject(new Error(`PostgreSQL ended:\n${log}`)));
  });
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const exit = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
