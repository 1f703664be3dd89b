import type { SignalDatabase, StatementOptions } from './signal-database.ts';

/** Deletes rows of a table of the store, on a cluster from every part of it. */
export async function removeRows(database: SignalDatabase, table: string, where: string, options: StatementOptions): Promise<void> {
  const { name, cluster } = database;
  const target = cluster === undefined ? `${name}.${table}` : `${name}.${table}_local on cluster ${cluster}`;
  await database.command(`delete from ${target} where ${where}`, options);
}
