import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { ChangeQuery } from '../engine/last-changes.ts';
import { localDate } from '../sql/literals.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { blockOf, isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { FEW_ROWS } from './statement-settings.ts';

/** The dirty flags of the days that a query touches. */
export interface DirtyDays {
  /** Days (of UTC) per block whose roll-ups may differ from their points: a reader takes the points there, and so sees every acknowledged write. */
  pending: ReadonlyMap<number, readonly LocalDay[]>;
  /** Another one after every write and every roll-up: while it is the same, so is the response. */
  stamp: string;
}

export interface SeriesPeriod extends Period {
  series: readonly number[];
}

/** Days of blocks that may have a part in a response. */
export function daysOf({ series, startMs, endMs }: SeriesPeriod): ChangeQuery {
  // An interval that crosses midnight counts for the next day, and local days reach over two of UTC.
  return { blocks: [...new Set(series.map(blockOf))], first: Math.floor(startMs / DAY_MS) - 2, last: Math.floor(endMs / DAY_MS) + 2 };
}

/** Up to here the rows themselves come sooner than the engine sums them up. */
const FEW_DIRTY_DAYS = 5_000;

/** Must be read before the points: what is acknowledged by then is in them. */
export async function readDirtyDays(database: SignalDatabase, requested: SeriesPeriod, options: StatementOptions): Promise<DirtyDays> {
  const { blocks, first, last } = daysOf(requested);
  const dirty =
    `select block, day, greatest(marked, opened) > rolled as waits, sipHash64(block, day, marked, opened, rolled) as hash ` +
    `from ${database.name}.dirty_day final where ${isOneOf('block', blocks)} and day >= ${localDate(first)} and day <= ${localDate(last)}`;
  // The same query is always made in the same way: its stamps can be compared.
  return blocks.length * (last - first) <= FEW_DIRTY_DAYS
    ? readFewDirtyDays(database, dirty, options)
    : readManyDirtyDays(database, dirty, options);
}

async function readFewDirtyDays(database: SignalDatabase, dirty: string, options: StatementOptions): Promise<DirtyDays> {
  const response = await database.select(
    `select block, toInt32(day) as day, waits, toUInt32(hash) as low, toUInt32(bitShiftRight(hash, 32)) as high from (${dirty}) ${FEW_ROWS}`,
    options,
  );
  const [block, day, waits] = [numbersOf(response, 'block'), numbersOf(response, 'day'), numbersOf(response, 'waits')];
  const entries = [...waits.keys()].filter((row) => waits[row] === 1);
  return {
    stamp: `${xorOf(numbersOf(response, 'low'))} ${xorOf(numbersOf(response, 'high'))}`,
    pending: toPending(entries.map((row) => [block[row] ?? Number.NaN, day[row] ?? Number.NaN])),
  };
}

async function readManyDirtyDays(database: SignalDatabase, dirty: string, options: StatementOptions): Promise<DirtyDays> {
  const response = await database.select(
    `select toString(groupBitXor(hash)) as stamp, ` +
      `arrayStringConcat(groupArrayIf(concat(toString(block), ' ', toString(toInt32(day))), waits), ',') as pending from (${dirty})`,
    options,
  );
  const pending = textsOf(response, 'pending')[0] ?? '';
  return {
    stamp: textsOf(response, 'stamp')[0] ?? '',
    pending: toPending(pending === '' ? [] : pending.split(',').map((entry) => entry.split(' ').map(Number))),
  };
}

function xorOf(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum ^= number;
  return sum;
}

function toPending(entries: readonly (readonly number[])[]): Map<number, LocalDay[]> {
  const pending = new Map<number, LocalDay[]>();
  for (const [block = Number.NaN, day = Number.NaN] of entries) {
    const known = pending.get(block);
    if (known === undefined) pending.set(block, [day]);
    else known.push(day);
  }
  for (const days of pending.values()) days.sort((left, right) => left - right);
  return pending;
}
