import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { ambientTransaction, type Db } from '../db/db.ts';

type BossDatabase = ReturnType<typeof fromDrizzle>;

export interface BossOptions {
  /** Repeats jobs on schedule and cleans up after them; one process with it is enough. */
  supervise: boolean;
  /** Creates or upgrades the queue's own tables. */
  migrate: boolean;
}

/** The queue on our own connections: the embedded database has only one. */
export function createBoss(db: Db, { supervise, migrate }: BossOptions): PgBoss {
  return new PgBoss({
    db: bossDatabase(db),
    backend: 'postgres',
    supervise,
    schedule: supervise,
    migrate,
    createSchema: migrate,
    // Its health checks ask for views that embedded databases lack, and rebuild indexes of queues far larger than ours.
    monitorVacuum: false,
    reindex: false,
  });
}

/** Statements of the queue inside a transaction of ours become part of it. */
function bossDatabase(db: Db): BossDatabase {
  return {
    executeSql: async (text, values) => {
      const script = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(text)?.[1];
      // A block that fails must not leave its transaction open on a connection that others use next.
      const target = ambientTransaction() ?? db;
      return script === undefined ? execute(target, text, values) : target.transaction((tx) => execute(tx, script));
    },
  };
}

function execute(db: Db, text: string, values?: unknown[]): ReturnType<BossDatabase['executeSql']> {
  return fromDrizzle(db, sql).executeSql(text, values);
}
