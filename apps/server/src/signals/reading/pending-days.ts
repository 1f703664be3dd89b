import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { selectMarks } from '../rollup/roll-up.ts';
import { localDate } from '../sql/literals.ts';
import { numbersOf } from '../sql/native-format.ts';
import { blockOf, isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Days (of UTC) per block whose roll-ups may differ from their points: a reader takes the points there, and so sees every acknowledged write. */
export async function readPendingDays(
  database: SignalDatabase,
  { series, startMs, endMs }: Period & { series: readonly number[] },
  options: StatementOptions,
): Promise<Map<number, LocalDay[]>> {
  const blocks = isOneOf('block', series.map(blockOf));
  // An interval that crosses midnight counts for the next day, and local days reach over two of UTC.
  const [first, last] = [Math.floor(startMs / DAY_MS) - 2, Math.floor(endMs / DAY_MS) + 2];
  const where = `where ${blocks} and day >= ${localDate(first)} and day <= ${localDate(last)}`;
  const answer = await database.select(`select block, day from (${selectMarks(database, where)}) order by block, day`, options);
  const days = numbersOf(answer, 'day');
  const pending = new Map<number, LocalDay[]>();
  numbersOf(answer, 'block').forEach((block, i) => {
    const known = pending.get(block);
    const day = days[i] ?? 0;
    if (known === undefined) pending.set(block, [day]);
    else known.push(day);
  });
  return pending;
}
