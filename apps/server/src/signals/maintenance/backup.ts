import { selectDirtyDays } from '../rollup/roll-up.ts';
import { insertLatest } from '../sql/latest.ts';
import { quoted, quotedName } from '../sql/literals.ts';
import { migrateSignals } from '../sql/migrations.ts';
import { CHUNK_MS, POINT_TABLES, SERIES_PER_BLOCK, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase } from '../sql/signal-database.ts';

const BACKGROUND = { lane: 'background' } as const;

/**
 * A copy of all tables while everything goes on. Tables are copied one after the other, so the copy of a roll-up may be older than that of its points,
 * or of its dirty flag. What was open when the copy began is therefore written down in it, and is rolled up again when it is restored, together with
 * everything that was written since.
 */
export async function backUpSignals(database: SignalDatabase, path: string): Promise<void> {
  const state = `${database.name}.${STATE_TABLE}`;
  await database.command(
    `create or replace table ${state} (startedAt UInt64, block UInt32, day Date32) engine = MergeTree order by (block, day)`,
  );
  try {
    await database.command(`insert into ${state} select ${VERSION_NOW}, 0, toDate32('1970-01-01')`);
    await database.command(`insert into ${state} select ${VERSION_NOW}, block, day from (${selectDirtyDays(database, '')})`);
    await database.command(`backup database ${database.name} to File(${quoted(path)})`, BACKGROUND);
  } finally {
    await database.command(`drop table if exists ${state} sync`);
  }
}

/**
 * @param source - name that the database had where it was backed up
 * The backup may be older than the product: its tables are migrated before anything is read.
 *
 * @throws ClickHouseError when the store has tables already
 */
export async function restoreSignals(database: SignalDatabase, path: string, source: string = database.name): Promise<void> {
  const { name } = database;
  await database.command(`restore database ${quotedName(source)} as ${name} from File(${quoted(path)})`, BACKGROUND);
  await migrateSignals(database);
  const state = `${name}.${STATE_TABLE}`;
  const startedAt = `(select min(startedAt) from ${state})`;
  await database.command(`insert into ${name}.dirty_day (block, day, marked) select block, day, ${VERSION_NOW} from ${state}`);
  for (const { table, isChunked } of Object.values(POINT_TABLES)) {
    const days = isChunked ? `arrayJoin([toDate32(time), toDate32(addMilliseconds(time, ${CHUNK_MS - 1}))])` : 'toDate32(time)';
    await database.command(
      `insert into ${name}.dirty_day (block, day, marked) select distinct intDiv(series, ${SERIES_PER_BLOCK}), ${days}, ${VERSION_NOW} ` +
        `from ${name}.${table} where version >= ${startedAt}`,
      BACKGROUND,
    );
  }
  for (const statement of insertLatest(name, `p.version >= ${startedAt}`)) await database.command(statement, BACKGROUND);
  await database.command(`drop table ${state} sync`);
}

const STATE_TABLE = 'backup_state';
