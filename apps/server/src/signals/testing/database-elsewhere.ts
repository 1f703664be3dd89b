import { join } from 'node:path';
import { EngineLink } from '../engine/engine-link.ts';
import { openEmbeddedDatabase, type SignalDatabase } from '../sql/signal-database.ts';
import type { StoreFixture } from './store-fixture.ts';

export interface DatabaseElsewhere {
  database: SignalDatabase;
  /** What was selected through it so far. */
  selects: string[];
  close(): Promise<void>;
}

/** The engine of a store, seen by another process. */
export function openDatabaseElsewhere({ engine, folder }: StoreFixture): DatabaseElsewhere {
  if (engine === undefined) throw new Error('This needs an engine of ours');
  const link = new EngineLink({ socketPath: engine.supervisor.socketPath });
  const database = openEmbeddedDatabase({ link, spoolFolder: join(folder, 'elsewhere') });
  const selects: string[] = [];
  const { select, selectVouched } = database;
  database.select = (sql, options) => {
    selects.push(sql);
    return select(sql, options);
  };
  database.selectVouched = (sql, query, options) => {
    selects.push(sql);
    return selectVouched(sql, query, options);
  };
  return {
    database,
    selects,
    close: async () => {
      await database.close();
      await link.close();
    },
  };
}
