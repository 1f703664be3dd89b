import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { createDb, type Database, type Db, GuardedPool, openDatabase } from '../db/db.ts';
import { EmbeddedPostgres } from '../db/embedded.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { createJobSchema } from '../jobs/job-schema.ts';
import { createServerDatabase } from './test-server.ts';

/** Everything a test does runs inside one transaction that is rolled back: units of work become savepoints in it. */
const SAVEPOINTS = {
  begin: 'savepoint unit',
  commit: 'release savepoint unit',
  rollback: 'rollback to savepoint unit; release savepoint unit',
};

export interface TestDatabase {
  database: Database;
  db: Db;
  /** Undoes what the test did. */
  rollback(): Promise<void>;
}

/** Per server address: the files that one worker runs follow each other on one database, which ends with the worker. */
const shared = new Map<string | undefined, Promise<Database>>();

/** The worker's one database, migrated, with an open transaction. Embedded, or on a real server in the project `postgres`. */
export async function beginTestDatabase(): Promise<TestDatabase> {
  const url = inject('databaseUrl');
  const opening = shared.get(url) ?? openFreshDatabase();
  shared.set(url, opening);
  const database = await opening;
  const { pool } = database;
  await pool.query('begin');
  const testPool = new TransactionPool(pool);
  return {
    // Nothing is announced before a commit, and there is none.
    database: { ...database, isHeardInOrder: false, pool: testPool, db: createDb(testPool, SAVEPOINTS) },
    db: createDb(testPool, SAVEPOINTS),
    rollback: async () => {
      await pool.query('rollback');
    },
  };
}

/** A database of its own, for tests that need real commits, several connections or a restart. The caller stops it. */
export async function openFreshDatabase(poolSize = 1): Promise<Database> {
  const onError = (error: Error): void => console.error(error);
  const serverUrl = inject('databaseUrl');
  const database = serverUrl
    ? openDatabase({ url: await createServerDatabase(serverUrl, prepare), poolSize, folder: undefined, onError })
    : openDatabase({ url: undefined, poolSize: 1, folder: undefined, loadFrom: await migratedDump(), onError });
  await database.start();
  return database;
}

/** A database without any table. The caller stops it. */
export async function openEmptyDatabase(poolSize = 1): Promise<Database> {
  const onError = (error: Error): void => console.error(error);
  const serverUrl = inject('databaseUrl');
  const database = serverUrl
    ? openDatabase({ url: await createServerDatabase(serverUrl), poolSize, folder: undefined, onError })
    : openDatabase({ url: undefined, poolSize: 1, folder: undefined, loadFrom: await findDump('empty', async () => undefined), onError });
  await database.start();
  return database;
}

/** Hands out the connection of the open transaction; a statement that fails on its own is undone on its own, as it would be in the product. */
class TransactionPool extends GuardedPool {
  readonly #pool: pg.Pool;
  #isFirst = true;

  constructor(pool: pg.Pool) {
    super();
    this.#pool = pool;
  }

  override connect(...args: unknown[]): any {
    return Reflect.apply(this.#pool.connect, this.#pool, args);
  }

  override async query(...args: unknown[]): Promise<never> {
    const client = await this.#pool.connect();
    try {
      // The savepoint of one statement ends with the next one: a message less for each.
      await client.query(this.#isFirst ? 'savepoint statement' : 'release savepoint statement; savepoint statement');
      this.#isFirst = false;
      return (await Reflect.apply(client.query, client, args)) as never;
    } catch (error) {
      await client.query('rollback to savepoint statement');
      throw error;
    } finally {
      client.release();
    }
  }
}

/** A copy of a migrated database folder, made once for each state of the migrations. */
export async function migratedDump(): Promise<string> {
  const migrations = await readMigrations();
  const key = createHash('sha256')
    .update(migrations.map(({ sql }) => sql).join('\n'))
    .digest('hex')
    .slice(0, 16);
  return findDump(key, prepare);
}

/** Loading a copy of a database folder takes 0.4 s, making one 2 s. */
async function findDump(key: string, fill: (pool: pg.Pool) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), 'solvane-test-dumps');
  const file = join(folder, `${key}.tar`);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  const embedded = new EmbeddedPostgres({ folder: undefined, loadFrom: undefined });
  const pool = new GuardedPool({ stream: () => embedded.connect(), user: 'postgres', database: 'postgres', max: 1 });
  await fill(pool);
  await pool.end();
  const own = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  await writeFile(own, await embedded.dump());
  await embedded.stop();
  await rename(own, file);
  return file;
}

async function prepare(pool: pg.Pool): Promise<void> {
  await migrate(pool, await readMigrations());
  // One process prepares it.
  await createJobSchema({ pool, url: undefined });
}
