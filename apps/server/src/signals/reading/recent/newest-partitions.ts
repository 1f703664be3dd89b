import { numbersOf } from '../../sql/native-format.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';

export interface PartitionQuery {
  table: string;
  /** As many fill the memory. */
  enoughRows: number;
  /** More than these are not looked through. */
  mostRows: number;
}

/** The newest months (`202603`) or years (`2026`) of a table whose rows, counted in a moment, fill the memory. */
export async function findNewestPartitions(
  database: SignalDatabase,
  { table, enoughRows, mostRows }: PartitionQuery,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const columns = await database.select(
    `select toInt32(partition) as key, sum(rows) as n from system.parts where database = '${database.name}' ` +
      `and table = '${table}' and active group by key order by key desc`,
    { lane: 'background', signal },
  );
  const counts = numbersOf(columns, 'n');
  const newest = [];
  let sum = 0;
  for (const [row, key] of numbersOf(columns, 'key').entries()) {
    sum += counts[row] ?? 0;
    if (sum > mostRows) break;
    newest.push(key);
    if (sum > enoughRows) break;
  }
  return newest;
}
