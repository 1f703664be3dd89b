import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { DerivedColumns, PointKind, ReplacedSeries, Replacement, ValidatedColumns } from '../signal-store.ts';
import { localDate } from '../sql/literals.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { blockOf, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, blockDaysOfPoints, markBlockDays } from '../writing/marks.ts';
import { assertTimes } from '../writing/point-writer.ts';
import { wholeDaysOf } from './accumulate-points.ts';
import { dayColumns, goneDayColumns, goneHourColumns, hourColumns } from './bucket-columns.ts';
import { type ChangedBuckets, changedBuckets } from './changed-buckets.ts';
import { findChanges, inPeriod, type PointChanges } from './changed-points.ts';
import { gonePointColumns, insertRows, pointColumns } from './insert-rows.ts';
import { newestPointColumns } from './newest-points.ts';
import { rollUpMonths } from './roll-up.ts';

const OPTIONS: StatementOptions = { lane: 'background' };
const KINDS = ['validated', 'derived'] as const;

/**
 * Puts computed points in the place of what was there, those of several sites in the same statements. What comes out as it was stays as it is: only
 * points that differ are written, those that are no more get a version without value, and hours and days follow from the columns at hand where one of
 * their points changed. Where they do not, the days stay marked for whoever rolls up. The new points come first: a reader sees the old or the new value
 * of a point, never a gap that is none.
 *
 * @param replacements - of different series
 */
export async function replaceComputed(database: SignalDatabase, replacements: readonly Replacement[]): Promise<void> {
  const kinds = replacements.flatMap(kindsOf);
  if (kinds.length === 0) return;
  const before = await readBefore(database, kinds);
  const changes: ChangedKind[] = [];
  for (const kind of KINDS) changes.push(...(await changesOf(database, kind, { kinds, before })));
  const blockDays = changedBlockDays(changes);
  if (blockDays.size === 0) return;
  const { version, pending } = before;
  const writing: Writing = { version, options: { ...OPTIONS, changes: blockDays.ranges() } };
  await allEnded([markBlockDays(database, { blockDays, kind: 'opened', version }, OPTIONS), writeNewest(database, changes, writing)]);
  await writePoints(database, changes, writing);
  const left = await rollUpHere(database, changes, writing);
  const isDone = (block: number, day: number) => !left.has(block) && !pending.has(`${block} ${day}`);
  await markBlockDays(database, { blockDays: blockDays.filter(isDone), kind: 'rolled', version }, OPTIONS);
  await markBlockDays(database, { blockDays: blockDays.filter((block, day) => !isDone(block, day)), kind: 'marked' }, OPTIONS);
}

/** @throws RangeError for points that are not part of what is replaced */
export function assertReplaceable(replacement: Replacement): void {
  for (const kind of kindsOf(replacement)) assertInside(kind, replacement);
}

interface ReplacedKind extends ReplacedSeries<ValidatedColumns | DerivedColumns>, Period {
  kind: PointKind;
  replacement: Replacement;
}

interface ChangedKind extends PointChanges {
  replaced: ReplacedKind;
}

function kindsOf(replacement: Replacement): ReplacedKind[] {
  const { startMs, endMs } = replacement;
  return KINDS.flatMap((kind): ReplacedKind[] => {
    const own = replacement[kind];
    return own && own.series.length > 0 ? [{ ...own, kind, startMs, endMs, replacement }] : [];
  });
}

function assertInside({ series, points }: ReplacedKind, { startMs, endMs }: Period): void {
  assertTimes([startMs, endMs]);
  const allowed = new Set(series);
  const { series: numbers, timesMs } = points;
  let lastNumber = -1;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? -1;
    const timeMs = timesMs[i] ?? Number.NaN;
    // Rows of a series mostly follow each other.
    const isAllowed = number === lastNumber || allowed.has(number);
    lastNumber = number;
    if (!isAllowed || !(timeMs >= startMs && timeMs < endMs) || Math.floor(timeMs) !== timeMs)
      throw new RangeError(`Point ${number} at ${timeMs} is not part of what is replaced`);
  }
}

interface Before {
  /** Everything written from now on has a later one. */
  version: string;
  /** Kinds with points in the period of any of the replacements. */
  older: ReadonlySet<PointKind>;
  /** Days of blocks (`block day`) whose roll-ups differ from their points for reasons that are not ours. */
  pending: ReadonlySet<string>;
}

async function readBefore(database: SignalDatabase, kinds: readonly ReplacedKind[]): Promise<Before> {
  const { name } = database;
  const byKind = Map.groupBy(kinds, ({ kind }) => kind);
  const older = [...byKind].map(([kind, parts]) => {
    const where = parts.map((part) => `(${inPeriod(part.series, part)})`).join(' or ');
    return `(select count() from (select 1 from ${name}.${POINT_TABLES[kind].table} where ${where} limit 1)) as ${kind}`;
  });
  const [startMs, endMs] = [Math.min(...kinds.map((each) => each.startMs)), Math.max(...kinds.map((each) => each.endMs))];
  const days = [localDate(Math.floor(startMs / DAY_MS)), localDate(Math.floor((endMs - 1) / DAY_MS))];
  const blocks = isOneOf(
    'block',
    kinds.flatMap(({ series }) => series.map(blockOf)),
  );
  const pending =
    `select block, day, max(marked) as changed, max(opened) as open, max(rolled) as done from ${name}.rollup_mark ` +
    `where ${blocks} and day between ${days[0]} and ${days[1]} group by block, day having greatest(changed, open) > done`;
  const answer = await database.select(
    `select toString(${VERSION_NOW}) as version, ${older.join(', ')}, ` +
      `ifNull((select arrayStringConcat(groupArray(concat(toString(block), ' ', toString(toInt32(day)))), ',') from (${pending})), '') as pending`,
    OPTIONS,
  );
  const [version] = textsOf(answer, 'version');
  if (version === undefined) throw new RangeError('The engine does not tell the time');
  return {
    version,
    older: new Set([...byKind.keys()].filter((kind) => (numbersOf(answer, kind)[0] ?? 0) > 0)),
    pending: new Set((textsOf(answer, 'pending')[0] ?? '').split(',')),
  };
}

async function changesOf(
  database: SignalDatabase,
  kind: PointKind,
  { kinds, before }: { kinds: readonly ReplacedKind[]; before: Before },
): Promise<ChangedKind[]> {
  const parts = kinds.filter((each) => each.kind === kind);
  if (!before.older.has(kind)) return parts.map((replaced) => ({ replaced, points: replaced.points, gone: NOTHING_GONE, isNew: true }));
  const changes = await findChanges(database, { kind, parts }, OPTIONS);
  return parts.flatMap((replaced, i) => {
    const change = changes[i];
    return change ? [{ ...change, replaced }] : [];
  });
}

const NOTHING_GONE = { series: new Uint32Array(0), timesMs: new Float64Array(0) };

function changedBlockDays(changes: readonly ChangedKind[]): BlockDays {
  const blockDays = new BlockDays();
  for (const { isNew, replaced, points, gone } of changes) {
    if (isNew) addPeriod(blockDays, replaced);
    else for (const { series, timesMs } of [points, gone]) blockDaysOfPoints(blockDays, series, timesMs);
  }
  return blockDays;
}

function addPeriod(blockDays: BlockDays, { series, startMs, endMs }: ReplacedKind): void {
  for (const block of new Set(series.map(blockOf))) {
    for (let day = Math.floor(startMs / DAY_MS); day * DAY_MS < endMs; day++) blockDays.add(block, day);
  }
}

interface Writing {
  /** What is taken back is not younger than what others may write meanwhile. */
  version: string;
  options: StatementOptions;
}

/** Before the points: once these are there, nobody who computes them again finds anything to write. */
async function writeNewest(database: SignalDatabase, changes: readonly ChangedKind[], { options }: Writing): Promise<void> {
  const newest = changes.map(({ points }) => newestPointColumns(points));
  await insertRows(database, { table: 'point_latest', parts: newest }, options);
}

async function writePoints(database: SignalDatabase, changes: readonly ChangedKind[], { version, options }: Writing): Promise<void> {
  const ofKind = (kind: PointKind) => changes.filter(({ replaced }) => replaced.kind === kind);
  await allEnded(
    KINDS.map(async (kind) => {
      const { table } = POINT_TABLES[kind];
      const own = ofKind(kind);
      await insertRows(database, { table, parts: own.map(({ points }) => pointColumns(points)) }, options);
      await insertRows(database, { table, parts: own.map(({ gone }) => gonePointColumns(gone)), version }, options);
    }),
  );
}

/**
 * Statements on different tables wait for the disk side by side. Who tries again after one of them failed must not meet another that is still under way.
 *
 * @throws what the first of those that failed threw
 */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** @returns blocks whose buckets are made of more than these points */
async function rollUpHere(database: SignalDatabase, changes: readonly ChangedKind[], { version, options }: Writing): Promise<Set<number>> {
  const left = new Set<number>();
  const buckets: ChangedBuckets[] = [];
  for (const [replacement, own] of Map.groupBy(changes, ({ replaced }) => replaced.replacement)) {
    const changed = bucketsOf(replacement, own);
    if (changed) buckets.push(changed);
    else for (const { replaced } of own) for (const series of replaced.series) left.add(blockOf(series));
  }
  const write = (table: string, parts: (each: ChangedBuckets) => ReturnType<typeof hourColumns>, ofVersion?: string) =>
    insertRows(database, { table, parts: buckets.map(parts), ...(ofVersion !== undefined && { version: ofVersion }) }, options);
  const writeHours = async (): Promise<void> => {
    await write('rollup_hour', ({ hours, calendar }) => hourColumns(hours, calendar));
    await write('rollup_hour', ({ goneHours, calendar }) => goneHourColumns(goneHours, calendar.days), version);
  };
  const writeDaysAndMonths = async (): Promise<void> => {
    await write('rollup_day', ({ days, calendar }) => dayColumns(days, calendar));
    await write('rollup_day', ({ goneDays, calendar }) => goneDayColumns(goneDays, calendar.days), version);
    await writeMonths(database, buckets, options);
  };
  await allEnded([writeHours(), writeDaysAndMonths()]);
  return left;
}

async function writeMonths(database: SignalDatabase, buckets: readonly ChangedBuckets[], options: StatementOptions): Promise<void> {
  const inMonths = Map.groupBy(
    buckets.filter(({ series }) => series.size > 0),
    ({ firstDay, lastDay }) => `${firstDay} ${lastDay}`,
  );
  for (const together of inMonths.values()) {
    const [{ firstDay, lastDay } = { firstDay: 0, lastDay: 0 }] = together;
    const series = isOneOf(
      'a.series',
      together.flatMap((each) => [...each.series]),
    );
    await rollUpMonths(database, { series, firstDay, lastDay }, options);
  }
}

/** @returns undefined: the buckets are made of more than these points */
function bucketsOf(replacement: Replacement, changes: readonly ChangedKind[]): ChangedBuckets | undefined {
  const { rollUp } = replacement;
  const days = rollUp && wholeDaysOf(replacement, rollUp);
  if (!rollUp || !days) return undefined;
  const parts = changes.map(({ replaced, isNew, points, gone }) => ({ all: replaced.points, isNew, changed: points, gone }));
  return changedBuckets(parts, { ...rollUp, days });
}
