import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { ChangeQuestion } from '../engine/last-changes.ts';
import { localDate } from '../sql/literals.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { blockOf, isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { FEW_ROWS } from './few-rows.ts';

/** What stands in the marks of the days that a question touches. */
export interface DayMarks {
  /** Days (of UTC) per block whose roll-ups may differ from their points: a reader takes the points there, and so sees every acknowledged write. */
  pending: ReadonlyMap<number, readonly LocalDay[]>;
  /** Another one after every write and every roll-up: while it is the same, so is the answer. */
  stamp: string;
}

export interface SeriesPeriod extends Period {
  series: readonly number[];
}

/** Days of blocks that may have a part in an answer. */
export function daysOf({ series, startMs, endMs }: SeriesPeriod): ChangeQuestion {
  // An interval that crosses midnight counts for the next day, and local days reach over two of UTC.
  return { blocks: [...new Set(series.map(blockOf))], first: Math.floor(startMs / DAY_MS) - 2, last: Math.floor(endMs / DAY_MS) + 2 };
}

/** Up to here the rows themselves come sooner than the engine sums them up. */
const FEW_MARKS = 5_000;

/** Must be read before the points: what is acknowledged by then is in them. */
export async function readDayMarks(database: SignalDatabase, asked: SeriesPeriod, options: StatementOptions): Promise<DayMarks> {
  const { blocks, first, last } = daysOf(asked);
  const marks =
    `select block, day, greatest(marked, opened) > rolled as waits, sipHash64(block, day, marked, opened, rolled) as hash ` +
    `from ${database.name}.rollup_mark final where ${isOneOf('block', blocks)} and day >= ${localDate(first)} and day <= ${localDate(last)}`;
  // The same question is always asked in the same way: its stamps can be compared.
  return blocks.length * (last - first) <= FEW_MARKS ? readFewMarks(database, marks, options) : readManyMarks(database, marks, options);
}

async function readFewMarks(database: SignalDatabase, marks: string, options: StatementOptions): Promise<DayMarks> {
  const answer = await database.select(
    `select block, toInt32(day) as day, waits, toUInt32(hash) as low, toUInt32(bitShiftRight(hash, 32)) as high from (${marks}) ${FEW_ROWS}`,
    options,
  );
  const [block, day, waits] = [numbersOf(answer, 'block'), numbersOf(answer, 'day'), numbersOf(answer, 'waits')];
  const entries = [...waits.keys()].filter((row) => waits[row] === 1);
  return {
    stamp: `${xorOf(numbersOf(answer, 'low'))} ${xorOf(numbersOf(answer, 'high'))}`,
    pending: toPending(entries.map((row) => [block[row] ?? Number.NaN, day[row] ?? Number.NaN])),
  };
}

async function readManyMarks(database: SignalDatabase, marks: string, options: StatementOptions): Promise<DayMarks> {
  const answer = await database.select(
    `select toString(groupBitXor(hash)) as stamp, ` +
      `arrayStringConcat(groupArrayIf(concat(toString(block), ' ', toString(toInt32(day))), waits), ',') as pending from (${marks})`,
    options,
  );
  const pending = textsOf(answer, 'pending')[0] ?? '';
  return {
    stamp: textsOf(answer, 'stamp')[0] ?? '',
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
