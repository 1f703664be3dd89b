import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { createSignalStore } from './create-signal-store.ts';
import { EngineLink } from './engine/engine-link.ts';
import { type EngineLog, EngineSupervisor } from './engine/engine-supervisor.ts';
import { engineSocketPath } from './engine/socket-path.ts';
import { clearSpool } from './engine/spool.ts';
import { findDifference, type PointTotals, totalPoints } from './maintenance/fingerprint.ts';
import { type RecentRunner, startRecent } from './reading/recent/recent-runner.ts';
import { type RollUpRunner, startRollUps } from './rollup/roll-up-runner.ts';
import { createSeriesRegistry, type SeriesRegistry } from './series-registry.ts';
import type { SignalStore } from './signal-store.ts';
import { onCluster } from './sql/ddl.ts';
import { quoted } from './sql/literals.ts';
import { migrateSignals } from './sql/migrations.ts';
import { openEmbeddedDatabase, openServerDatabase, type SignalDatabase } from './sql/signal-database.ts';

/** The store of points with everything that keeps it running. */
export interface Signals {
  store: SignalStore;
  registry: SeriesRegistry;
  /** How a thread opens a store of its own; undefined: it cannot. */
  reach: StoreReach | undefined;
  /** Resolves when points can be written and read. */
  start(): Promise<void>;
  /** Instead of `start`: whether the store has no table. */
  isEmpty(): Promise<boolean>;
  /** Instead of `start`: fills a store without tables from a backup. What a server has taken of one that failed is deleted there. */
  restore(backup: SignalsBackup): Promise<void>;
  /** Deletes the store with all its points. */
  drop(): Promise<void>;
  /** A thread has written points: they are to be rolled up soon. */
  writtenElsewhere(): void;
  /** Resolves when roll-ups agree with everything written before. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export interface SignalsBackup {
  path: string;
  /** Name that the database had where it was backed up. undefined: the same. */
  database?: string | undefined;
  /** What the tables of points hold. undefined: not known. */
  points?: readonly PointTotals[] | undefined;
}

/** Plain data, to be given to a thread. */
export interface StoreReach {
  spoolFolder: string;
  /** undefined: the engine at the socket. */
  serverUrl: string | undefined;
  cluster: string | undefined;
  socketPath: string;
}

export interface SignalsOptions {
  config: Pick<Config, 'dataFolder' | 'clickhouseUrl' | 'clickhouseCluster' | 'role'>;
  db: Db;
  now: () => number;
  log: EngineLog;
  /** Does work while no other process of the installation does it. Default: there is no other one. */
  runAlone?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Folders that the embedded engine may restore from. */
  backupFolders?: readonly string[];
}

/** Processes of one installation start in any order: the one with the engine may take its time. */
const ENGINE_START_MS = 110_000;

/**
 * The embedded engine or a server. With the embedded one, the process whose role is `all` or `engine` runs it; others on the same data folder share its
 * socket.
 */
export function createSignals({ config, db, now, log, runAlone = (work) => work(), backupFolders = [] }: SignalsOptions): Signals {
  const { dataFolder, clickhouseUrl, clickhouseCluster, role } = config;
  const spoolFolder = join(dataFolder, 'spool');
  const runsEngine = clickhouseUrl === undefined && (role === 'all' || role === 'engine');
  const supervisor = runsEngine ? new EngineSupervisor({ dataFolder, log, backupFolders }) : undefined;
  const link = clickhouseUrl === undefined ? new EngineLink({ socketPath: engineSocketPath(dataFolder) }) : undefined;
  const database: SignalDatabase = link
    ? openEmbeddedDatabase({ link, spoolFolder })
    : openServerDatabase({ url: clickhouseUrl ?? '', cluster: clickhouseCluster });
  const registry = createSeriesRegistry({ db, now });
  const store = createSignalStore({ database, directory: registry });
  let rollUps: RollUpRunner | undefined;
  let recent: RecentRunner | undefined;
  return {
    store,
    registry,
    reach: { spoolFolder, serverUrl: clickhouseUrl, cluster: clickhouseCluster, socketPath: engineSocketPath(dataFolder) },
    start: async () => {
      await supervisor?.start();
      if (!supervisor) await link?.hello(ENGINE_START_MS);
      if (supervisor) await clearSpool(spoolFolder, now());
      // What a killed backup left there.
      if (supervisor) await rm(join(dataFolder, 'backups'), { recursive: true, force: true });
      const applied = await runAlone(() => migrateSignals(database));
      if (applied.length > 0) log.info({ migrations: applied }, 'signal store migrated');
      if (role !== 'web') rollUps = startRollUps({ store, log });
      if (role === 'all' || role === 'web') recent = startRecent({ store, log });
    },
    isEmpty: async () =>
      (await database.select(`select 1 from system.tables where database = ${quoted(database.name)} limit 1`)).rowCount === 0,
    restore: async (backup) => {
      await supervisor?.start();
      try {
        await store.restore(backup.path, backup.database);
        await assertSamePoints(store, backup);
      } catch (error) {
        if (clickhouseUrl !== undefined) await dropStore(database);
        throw error;
      }
    },
    drop: () => dropStore(database),
    writtenElsewhere: () => rollUps?.written(),
    settle: async () => rollUps?.settle(),
    stop: async () => {
      await Promise.all([rollUps?.stop(), recent?.stop()]);
      await store.close();
      await link?.close();
      await supervisor?.close();
    },
  };
}

async function dropStore(database: SignalDatabase): Promise<void> {
  await database.command(
    `drop database if exists ${database.name}${onCluster({ database: database.name, cluster: database.cluster })} sync`,
  );
}

/** @throws Error when a table does not hold the points that the backup had when it was verified */
async function assertSamePoints(store: SignalStore, { points = [] }: SignalsBackup): Promise<void> {
  if (points.length === 0) return;
  const difference = findDifference(totalPoints(await store.fingerprint()), points);
  if (difference !== undefined) throw new Error(`The points are not those that were backed up: ${difference}.`);
}
