import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/db.ts';
import { createSignalStore } from '../signals/create-signal-store.ts';
import { createSeriesRegistry } from '../signals/series-registry.ts';
import type { Signals } from '../signals/signals.ts';
import { migrateSignals } from '../signals/sql/migrations.ts';
import { openEmbeddedDatabase, type SignalDatabase } from '../signals/sql/signal-database.ts';
import { type EngineFixture, startTestEngine } from '../signals/testing/engine-fixture.ts';

/** The files that one worker runs follow each other on one engine, which ends with the worker. */
let shared: Promise<EngineFixture> | undefined;

/**
 * A store on the worker's one engine. Tests do not see each other's points: numbers of series come from a sequence, which no rollback sets back. Roll-ups
 * are made when `settle` is called and never else, so that what a test reads depends on nothing that runs beside it.
 */
export async function openTestSignals({ db, now, dataFolder }: { db: Db; now: () => number; dataFolder: string }): Promise<Signals> {
  const database = await openTestEngine(dataFolder);
  const registry = createSeriesRegistry({ db, now });
  const store = createSignalStore({ database, directory: registry });
  return {
    store,
    registry,
    reach: undefined,
    start: () => Promise.resolve(),
    isEmpty: async () => false,
    restore: ({ path, database }) => store.restore(path, database),
    drop: async () => undefined,
    writtenElsewhere: () => undefined,
    settle: async () => {
      while ((await store.rollUp()) > 0);
    },
    stop: () => store.close(),
  };
}

/** The same engine as a database, for files that only an engine can write. The caller closes it. */
export async function openTestEngine(dataFolder: string): Promise<SignalDatabase> {
  shared ??= startEngine();
  const { link } = await shared;
  return openEmbeddedDatabase({ link, spoolFolder: join(dataFolder, 'spool') });
}

async function startEngine(): Promise<EngineFixture> {
  const engine = await startTestEngine();
  const database = openEmbeddedDatabase({ link: engine.link, spoolFolder: join(engine.dataFolder, 'spool') });
  await migrateSignals(database);
  await database.close();
  process.once('exit', () => {
    const { pid } = engine.supervisor.status;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    rmSync(engine.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  return engine;
}
