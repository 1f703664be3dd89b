import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { localDate } from '../sql/literals.ts';
import { textsOf } from '../sql/native-format.ts';
import { blockOf, isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** What stands in the marks of the days that a question touches. */
export interface DayMarks {
  /** Days (of UTC) per block whose roll-ups may differ from their points: a reader takes the points there, and so sees every acknowledged write. */
  pending: ReadonlyMap<number, readonly LocalDay[]>;
  /** Another one after every write and every roll-up: while it is the same, so is the answer. */
  stamp: string;
}

/** Must be read before the points: what is acknowledged by then is in them. */
export async function readDayMarks(
  database: SignalDatabase,
  { series, startMs, endMs }: Period & { series: readonly number[] },
  options: StatementOptions,
): Promise<DayMarks> {
  const blocks = isOneOf('block', series.map(blockOf));
  // An interval that crosses midnight counts for the next day, and local days reach over two of UTC.
  const [first, last] = [Math.floor(startMs / DAY_MS) - 2, Math.floor(endMs / DAY_MS) + 2];
  const answer = await database.select(
    `select toString(groupBitXor(sipHash64(block, day, changed, open, done))) as stamp, ` +
      `arrayStringConcat(arraySort(groupArrayIf(concat(toString(block), ' ', toString(toInt32(day))), greatest(changed, open) > done)), ',') as pending ` +
      `from (select block, day, max(marked) as changed, max(opened) as open, max(rolled) as done from ${database.name}.rollup_mark ` +
      `where ${blocks} and day >= ${localDate(first)} and day <= ${localDate(last)} group by block, day)`,
    options,
  );
  return { stamp: textsOf(answer, 'stamp')[0] ?? '', pending: parsePending(textsOf(answer, 'pending')[0] ?? '') };
}

function parsePending(text: string): Map<number, LocalDay[]> {
  const pending = new Map<number, LocalDay[]>();
  for (const entry of text === '' ? [] : text.split(',')) {
    const [block = Number.NaN, day = Number.NaN] = entry.split(' ').map(Number);
    const known = pending.get(block);
    if (known === undefined) pending.set(block, [day]);
    else known.push(day);
  }
  for (const days of pending.values()) days.sort((left, right) => left - right);
  return pending;
}
