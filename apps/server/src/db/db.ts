import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { EmbeddedPostgres } from './embedded.ts';

/** A database handle for queries: the database itself, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** undefined: embedded, with one connection and so one transaction at a time. */
  url: string | undefined;
  /**
   * Whether a change is heard of before any statement behind it is answered, so that what was read holds until then: the embedded database has one
   * connection, which listens too.
   */
  isHeardInOrder: boolean;
  /** Calls back with what arrives on NOTIFY_CHANNEL. Embedded only. */
  onNotification(listener: (payload: string) => void): void;
  /** Calls back when the one connection was lost, and with it what may have arrived. Embedded only. */
  onReconnect(listener: () => void): void;
  /** Copies the embedded database, as it is at one instant, to a folder that does not exist yet. undefined: a server. */
  copyFolder: ((to: string) => Promise<void>) | undefined;
  /** Resolves when queries are answered. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** undefined: embedded. */
  url: string | undefined;
  /** Connections to a server; the embedded database has one. */
  poolSize: number;
  /** Folder of the embedded database; undefined: in memory. */
  folder: string | undefined;
  /** Copy of a database folder that an embedded database begins with. */
  loadFrom?: string;
  onError: (error: Error) => void;
}

/** Names under which a unit of work begins and ends; tests use savepoints inside a transaction that is never committed. */
export interface TransactionWords {
  begin: string;
  commit: string;
  rollback: string;
}

export const NOTIFY_CHANNEL = 'solvane';

export const TRANSACTION: TransactionWords = { begin: 'begin', commit: 'commit', rollback: 'rollback' };

export function openDatabase({ url, poolSize, folder, loadFrom, onError }: DatabaseOptions): Database {
  const embedded = url === undefined ? new EmbeddedPostgres({ folder, loadFrom }) : undefined;
  const listeners = new Set<(payload: string) => void>();
  const reconnectListeners = new Set<() => void>();
  let connections = 0;
  const listen = async (client: pg.ClientBase): Promise<void> => {
    client.on('notification', ({ channel, payload }) => {
      if (channel === NOTIFY_CHANNEL && payload) for (const listener of listeners) listener(payload);
    });
    await client.query(`listen ${NOTIFY_CHANNEL}`);
    connections += 1;
    if (connections > 1) for (const listener of reconnectListeners) listener();
  };
  const pool = new GuardedPool({
    ...(embedded
      ? { stream: () => embedded.connect(), user: 'postgres', database: 'postgres', max: 1, pipeline: true, onConnect: listen }
      : { connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000 }),
    idleTimeoutMillis: embedded ? 0 : 60_000,
    application_name: 'solvane',
    options: '-c TimeZone=UTC',
  });
  pool.on('error', onError);
  return {
    db: createDb(pool, TRANSACTION),
    pool,
    url,
    isHeardInOrder: embedded !== undefined,
    onNotification: (listener) => listeners.add(listener),
    onReconnect: (listener) => reconnectListeners.add(listener),
    copyFolder: embedded && ((to) => embedded.copyFolder(to)),
    start: async () => {
      await embedded?.start();
      await pool.query('select 1');
    },
    stop: async () => {
      if (!pool.ended) await pool.end();
      await embedded?.stop();
    },
  };
}

/** @throws RangeError from a query that goes around the transaction it runs in: with one connection it would wait for itself. */
export function createDb(pool: pg.Pool, words: TransactionWords): Db {
  const db = drizzle({ client: pool });
  db.transaction = (work, config) => {
    if (config) throw new RangeError('Transactions have the isolation of the database: lock what must not change meanwhile');
    return runTransaction(pool, words, work);
  };
  return db;
}

type Work<T> = Parameters<NodePgDatabase['transaction']>[0] extends (tx: infer Tx) => Promise<unknown> ? (tx: Tx) => Promise<T> : never;

const dialect = new PgDialect();

async function runTransaction<T>(pool: pg.Pool, words: TransactionWords, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(words.begin);
    const tx = new NodePgTransaction<Record<string, never>, Record<string, never>>(
      dialect,
      new NodePgSession(client, dialect, undefined),
      undefined,
    );
    const result = await insideTransaction(tx, () => work(tx));
    await client.query(words.commit);
    return result;
  } catch (error) {
    await client.query(words.rollback).catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed, and its place in the pool is free again.
    client.release(broken);
  }
}

const transactionScope = new AsyncLocalStorage<{ open: boolean; tx: Db }>();

/** The transaction the current work runs in, if any: for libraries that ask the database on their own while we call them. */
export function ambientTransaction(): Db | undefined {
  const scope = transactionScope.getStore();
  return scope?.open ? scope.tx : undefined;
}

async function insideTransaction<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const scope = { open: true, tx };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    scope.open = false;
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A connection that statements outside of transactions share. */
interface SharedConnection {
  client: Promise<pg.PoolClient>;
  users: number;
  isOpen: boolean;
}

/**
 * A pool that refuses a second connection to work that already holds one: with one connection that is a deadlock, with ten it is one under load.
 * With `pipeline` statements follow each other without waiting for answers, and one connection serves all that are not in a transaction.
 */
export class GuardedPool extends pg.Pool {
  readonly #isPipeline: boolean;
  #shared: SharedConnection | undefined;

  constructor(options?: pg.PoolConfig) {
    super(options);
    this.#isPipeline = options?.pipeline ?? false;
    // A connection that is lost between two statements of its user would end the process; the next statement fails and says so.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    assertOutsideTransaction();
    return callback ? super.connect(callback) : super.connect();
  }

  /** A statement that fails is no reason to close the connection, as the driver's own pool does; one that is broken is closed anyway. */
  override async query(...statement: unknown[]): Promise<never> {
    assertOutsideTransaction();
    const connection = this.#isPipeline ? this.#share() : this.#open();
    connection.users += 1;
    const client = await connection.client;
    try {
      return (await Reflect.apply(client.query, client, statement)) as never;
    } finally {
      connection.users -= 1;
      if (connection.users === 0) {
        if (this.#shared === connection) this.#shared = undefined;
        client.release();
      }
    }
  }

  /** Who waits for a connection of their own gets it when the statements before them have ended: no more are let in. */
  #share(): SharedConnection {
    const shared = this.#shared;
    if (shared && (!shared.isOpen || this.waitingCount === 0)) return shared;
    this.#shared = this.#open();
    return this.#shared;
  }

  #open(): SharedConnection {
    const connection: SharedConnection = { client: this.connect(), users: 0, isOpen: false };
    connection.client.then(
      () => {
        connection.isOpen = true;
      },
      () => {
        if (this.#shared === connection) this.#shared = undefined;
      },
    );
    return connection;
  }
}

function assertOutsideTransaction(): void {
  if (transactionScope.getStore()?.open) throw new RangeError('Inside a transaction use only its handle');
}
