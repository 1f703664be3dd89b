import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { LOCKS, underLock } from './db/advisory-lock.ts';
import { closeDataFolder, openDataFolder } from './db/data-folder.ts';
import { type LockOptions, lockDataFolder } from './db/data-lock.ts';
import { type Database, type Db, openDatabase } from './db/db.ts';
import { createDisk, type Disk, LOW_BYTES, toMegabytes } from './db/disk.ts';
import { createMessageBus, type MessageBus } from './db/message-bus.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { assertNoRestore, finishRestore } from './db/restore-folder.ts';
import { assertNoRestoreMarker } from './db/restore-marker.ts';
import { createLog } from './http/log.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createPresence, type Presence } from './http/presence.ts';
import { createReadiness, type Readiness } from './http/readiness.ts';
import { createJobSchema } from './jobs/job-schema.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createSignals, type Signals } from './signals/signals.ts';
import { toDatabaseError, toSignalsError } from './start-errors.ts';

const NAMED_PATHS = 20;

/** Everything the parts of the server are built from. A part takes the few it needs: `Pick<Deps, 'db' | 'now'>`. */
export interface Deps {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  db: Db;
  bus: MessageBus;
  jobs: Jobs;
  signals: Signals;
  readiness: Readiness;
  metrics: Metrics;
  presence: Presence;
  disk: Disk;
  /** Epoch milliseconds: the only clock. */
  now: () => number;
  /** Lets another process have the data folder. */
  unlock: () => void;
}

/**
 * Builds everything and starts nothing, except that a folder with embedded databases is locked.
 *
 * @throws DataFolderInUseError
 */
export function createDeps(config: Config, options: LockOptions = {}): Deps {
  const log = createLog(config.logLevel);
  openDataFolder(config.dataFolder);
  const unlock = ownsDataFolder(config) ? lockDataFolder(config.dataFolder, options) : () => undefined;
  try {
    if (ownsDataFolder(config)) finishRestore(config.dataFolder);
    else assertNoRestore(config.dataFolder);
  } catch (error) {
    unlock();
    throw error;
  }
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    folder: join(config.dataFolder, 'postgres'),
    onError: (error) => log.error({ err: error }, 'database connection lost'),
  });
  return { ...createDepsOn(config, { database, log, now: Date.now }), unlock };
}

/** Whether the process keeps the embedded databases of the folder open: only one may. Web and worker processes keep nothing there that another could spoil. */
export function ownsDataFolder({ role }: Config): boolean {
  return role === 'all' || role === 'engine';
}

/** The rest on top of an open database: tests bring their own. */
export function createDepsOn(config: Config, { database, log, now }: Pick<Deps, 'database' | 'log' | 'now'>): Deps {
  const { db } = database;
  const bus = createMessageBus(database, (error) => log.error({ err: error }, 'message bus'));
  const jobs = createJobs({ db, bus, now, onError: (error, kind) => log.error({ err: error, kind }, 'job failed') });
  const readiness = createReadiness(['database', 'signals', 'sign-in']);
  const signals = createSignals({
    ...{ config, db, now, log },
    // Processes that share a database start together; one with its own is alone.
    ...(config.databaseUrl !== undefined && { runAlone: (work) => underLock(database.pool, LOCKS.signalMigration, work) }),
  });
  return {
    config,
    log,
    database,
    db,
    bus,
    jobs,
    signals,
    readiness,
    metrics: createMetrics(),
    presence: createPresence(),
    disk: createDisk(config.dataFolder),
    now,
    unlock: () => undefined,
  };
}

/** Starts what the product needs before anybody can sign in. */
export async function startDeps({ database, bus, signals, readiness, log, config, disk }: Deps): Promise<void> {
  await reportDataFolder({ config, log, disk });
  const signalsStarted = signals.start().catch((error: unknown) => {
    throw toSignalsError(error, config);
  });
  // Awaited below, where a failure is reported: it may come before.
  signalsStarted.catch(() => undefined);
  await database.start().catch((error: unknown) => {
    throw toDatabaseError(error, config);
  });
  await assertNoRestoreMarker(database.pool);
  const applied = await migrate(database.pool, await readMigrations());
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  await createJobSchema(database);
  await bus.start();
  readiness.set('database', true);
  await signalsStarted;
  readiness.set('signals', true);
}

async function reportDataFolder({ config, log, disk }: Pick<Deps, 'config' | 'log' | 'disk'>): Promise<void> {
  const { closed, open } = await closeDataFolder(config.dataFolder);
  if (closed.length > 0)
    log.warn(
      { paths: closed.slice(0, NAMED_PATHS), count: closed.length },
      'files of the data folder were open to other users: they are private now',
    );
  if (open.length > 0)
    log.warn(
      { paths: open.slice(0, NAMED_PATHS), count: open.length },
      'files of the data folder are open to other users: run chmod -R go-rwx on them as their owner',
    );
  const freeBytes = await disk.freeBytes();
  if (freeBytes < LOW_BYTES)
    log.warn({ folder: config.dataFolder, free: toMegabytes(freeBytes) }, 'the disk of the data folder is nearly full');
}

/** The other way round: first what works, last what it works on. */
export async function stopDeps({ database, bus, jobs, signals, unlock }: Deps): Promise<void> {
  await jobs.stop();
  await signals.stop();
  await bus.stop();
  await database.stop();
  unlock();
}
