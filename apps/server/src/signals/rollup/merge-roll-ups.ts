import type { QuietOptions } from '../signal-maintenance.ts';
import { textsOf } from '../sql/native-format.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/**
 * Makes one part of what an import or a history has left in many: a month or year of roll-ups. Of several parts each reader has to find the newest row of
 * every bucket, which takes it twice as long; by itself the engine waits an hour. While anything is still rolled up, that has the machine. Parts that hold
 * less than a tenth of the rows wait for the engine: what is merged is rewritten as a whole. The largest comes first: its part is new then, and the others
 * wait for another half minute. A cluster merges as it sees fit.
 *
 * @returns what was merged; undefined: there is nothing to merge
 */
export async function mergeRollUps(database: SignalDatabase, { quietMs = 30_000, signal }: QuietOptions = {}): Promise<string | undefined> {
  const { name, cluster } = database;
  if (cluster !== undefined) return undefined;
  const options: StatementOptions = { lane: 'background', signal };
  const parts = `from system.parts where database = '${name}' and active and startsWith(table, 'rollup_') and table != 'dirty_day'`;
  const response = await database.select(
    `select table, partition_id ${parts} and (select max(modification_time) ${parts}) <= now() - ${Math.ceil(quietMs / 1000)} ` +
      `group by table, partition_id having count() > 1 and 10 * (sum(rows) - max(rows)) >= sum(rows) order by sum(rows) desc limit 1`,
    options,
  );
  const [[table], [partition]] = [textsOf(response, 'table'), textsOf(response, 'partition_id')];
  if (table === undefined) return undefined;
  await database.command(`optimize table ${name}.${table} partition id '${partition}' final`, { ...options, changes: [] });
  return `${table} ${partition}`;
}
