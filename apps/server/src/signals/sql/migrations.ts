import { createTable, onCluster, type TableTarget } from './ddl.ts';
import { quoted } from './literals.ts';
import { firstTables } from './migration-0001-first-tables.ts';
import { newestWithoutViews } from './migration-0002-newest-without-views.ts';
import { computedChunks } from './migration-0003-computed-chunks.ts';
import { plainNames } from './migration-0004-plain-names.ts';
import { numbersOf } from './native-format.ts';
import type { SignalDatabase } from './signal-database.ts';

/**
 * A step forward. Its statements can be repeated: a process killed in the middle of a step takes it again from the start. Never edited once
 * released; what follows is a new step.
 */
export interface SignalMigration {
  version: number;
  name: string;
  statements: (target: TableTarget) => string[];
}

export const SIGNAL_MIGRATIONS: readonly SignalMigration[] = [
  { version: 1, name: 'first tables', statements: firstTables },
  { version: 2, name: 'newest of computed points without views', statements: newestWithoutViews },
  { version: 3, name: 'computed points in chunks', statements: computedChunks },
  { version: 4, name: 'plain names', statements: plainNames },
];

/**
 * Applies the steps that are missing.
 *
 * @returns versions applied now
 * @throws Error when the store was migrated by a newer version of the product
 */
export async function migrateSignals(
  database: SignalDatabase,
  migrations: readonly SignalMigration[] = SIGNAL_MIGRATIONS,
): Promise<number[]> {
  const target: TableTarget = { database: database.name, cluster: database.cluster };
  await database.command(`create database if not exists ${target.database}${onCluster(target)}${ENGINE_OF_DATABASE(target)}`);
  for (const statement of createTable(MIGRATION_TABLE, target)) await database.command(statement);
  const table = `${target.database}.${MIGRATION_TABLE.name}`;
  const applied = new Set(numbersOf(await database.select(`select version from ${table} order by version`), 'version'));
  const newest = migrations.at(-1)?.version ?? 0;
  const unknown = [...applied].find((version) => version > newest);
  if (unknown !== undefined) {
    throw new Error(
      `The signal store was migrated by a newer version of Solvane (step ${unknown}). Start that version, or restore a backup.`,
    );
  }
  const missing = migrations.filter(({ version }) => !applied.has(version));
  for (const { version, name, statements } of missing) {
    for (const statement of statements(target)) await database.command(statement, { lane: 'background' });
    await database.command(`insert into ${table} (version, name, appliedAt) select ${version}, ${quoted(name)}, now64(3, 'UTC')`);
  }
  return missing.map(({ version }) => version);
}

const MIGRATION_TABLE = {
  name: 'schema_migration',
  columns: { version: 'UInt32', name: 'String', appliedAt: "DateTime64(3, 'UTC')" },
  engine: { kind: 'ReplacingMergeTree', version: 'appliedAt' },
  orderBy: 'version',
} as const;

/** The embedded engine's own default keeps tables differently. On a server the default is right, also where that is a replicated database. */
function ENGINE_OF_DATABASE({ cluster }: TableTarget): string {
  return cluster === undefined ? ' engine = Atomic' : '';
}
