import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { releaseBuffers } from '../release-buffer.ts';
import type { DerivedColumns, ReplacedSeries, Replacement, ValidatedColumns } from '../signal-writer.ts';
import { localDate } from '../sql/literals.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { blockOf, CHUNK_MS, type ComputedKind, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, writeDirtyDays } from '../writing/dirty-days.ts';
import { assertTimes } from '../writing/point-writer.ts';
import { type Accumulation, wholeDaysOf } from './accumulate-points.ts';
import { type ChunkChanges, findChanges, inPeriod } from './changed-chunks.ts';
import { type ChangedDays, changedDays } from './changed-days.ts';
import { type ChunkRows, chunkColumns, chunkEdges, toChunks } from './chunk-rows.ts';
import { dayColumns, goneDayColumns } from './day-columns.ts';
import { insertRows } from './insert-rows.ts';
import { newestPointColumns } from './newest-points.ts';
import { rollUpMonths } from './roll-up.ts';

const OPTIONS: StatementOptions = { lane: 'background' };
const KINDS = ['validated', 'derived'] as const;

/**
 * Puts computed points in the place of what was there, those of several sites in the same statements. What comes out as it was stays as it is: only
 * chunks that differ are written, those that are no more get a version without points, and days follow from the columns at hand where one of their
 * chunks changed. Where they do not, the days stay dirty for the next roll-up. The new points come first: a reader sees the old or the new value of
 * a point, never a gap that is none.
 *
 * @param replacements - of different series
 */
export async function replaceComputed(database: SignalDatabase, replacements: readonly Replacement[]): Promise<void> {
  const kinds = replacements.flatMap(kindsOf);
  try {
    await replaceKinds(database, kinds);
  } finally {
    releaseBuffers(kinds.map(({ chunks }) => chunks.offsets));
  }
}

async function replaceKinds(database: SignalDatabase, kinds: readonly ReplacedKind[]): Promise<void> {
  if (kinds.length === 0) return;
  const before = await readBefore(database, kinds);
  const changes: ChangedKind[] = [];
  for (const kind of KINDS) changes.push(...(await changesOf(database, kind, { kinds, before })));
  const blockDays = changedBlockDays(changes);
  if (blockDays.size === 0) return;
  const { version, pending } = before;
  const writing: Writing = { version, options: { ...OPTIONS, changes: blockDays.ranges() } };
  await allEnded([writeDirtyDays(database, { blockDays, kind: 'opened', version }, OPTIONS), writeNewest(database, changes, writing)]);
  await writePoints(database, changes, writing);
  const left = await rollUpHere(database, changes, writing);
  const isDone = (block: number, day: number) => !left.has(block) && !pending.has(`${block} ${day}`);
  await writeDirtyDays(database, { blockDays: blockDays.filter(isDone), kind: 'rolled', version }, OPTIONS);
  await writeDirtyDays(database, { blockDays: blockDays.filter((block, day) => !isDone(block, day)), kind: 'marked' }, OPTIONS);
}

/** @throws RangeError for points that are not part of what is replaced, or in another order than that of their series and times */
export function assertReplaceable(replacement: Replacement): void {
  for (const kind of KINDS) {
    const own = replacement[kind];
    if (own && own.series.length > 0) assertInside(own, replacement);
  }
}

interface ReplacedKind extends ReplacedSeries<ValidatedColumns | DerivedColumns>, Period {
  kind: ComputedKind;
  chunks: ChunkRows;
  replacement: Replacement;
}

interface ChangedKind extends ChunkChanges {
  replaced: ReplacedKind;
}

function kindsOf(replacement: Replacement): ReplacedKind[] {
  const { startMs, endMs, rollUp } = replacement;
  const edgesMs = chunkEdges(replacement, rollUp?.zone ?? 'UTC');
  return KINDS.flatMap((kind): ReplacedKind[] => {
    const own = replacement[kind];
    return own && own.series.length > 0 ? [{ ...own, kind, startMs, endMs, replacement, chunks: toChunks(own.points, edgesMs) }] : [];
  });
}

function assertInside({ series, points }: ReplacedSeries<ValidatedColumns | DerivedColumns>, { startMs, endMs }: Period): void {
  assertTimes([startMs, endMs]);
  const allowed = new Set(series);
  const { series: numbers, timesMs } = points;
  let [lastNumber, lastMs] = [-1, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? -1;
    const timeMs = timesMs[i] ?? Number.NaN;
    // Rows of a series mostly follow each other.
    const isAllowed = number === lastNumber || allowed.has(number);
    if (!isAllowed || !(timeMs >= startMs && timeMs < endMs) || Math.floor(timeMs) !== timeMs)
      throw new RangeError(`Point ${number} at ${timeMs} is not part of what is replaced`);
    if (number < lastNumber || (number === lastNumber && timeMs <= lastMs))
      throw new RangeError(`Point ${number} at ${timeMs} stands behind a later one`);
    [lastNumber, lastMs] = [number, timeMs];
  }
}

interface Before {
  /** Everything written from now on has a later one. */
  version: string;
  /** Kinds with points in the period of any of the replacements. */
  older: ReadonlySet<ComputedKind>;
  /** Days of blocks (`block day`) whose roll-ups differ from their points for reasons that are not ours. */
  pending: ReadonlySet<string>;
}

async function readBefore(database: SignalDatabase, kinds: readonly ReplacedKind[]): Promise<Before> {
  const { name } = database;
  const byKind = Map.groupBy(kinds, ({ kind }) => kind);
  const older = [...byKind].map(([kind, parts]) => {
    const where = parts.map((part) => `(${inPeriod(part.series, part)})`).join(' or ');
    return `(select count() from (select 1 from ${name}.${POINT_TABLES[kind].table} as p where ${where} limit 1)) as ${kind}`;
  });
  const [startMs, endMs] = [Math.min(...kinds.map((each) => each.startMs)), Math.max(...kinds.map((each) => each.endMs))];
  const days = [localDate(Math.floor(startMs / DAY_MS)), localDate(Math.floor((endMs - 1) / DAY_MS))];
  const blocks = isOneOf(
    'block',
    kinds.flatMap(({ series }) => series.map(blockOf)),
  );
  const pending =
    `select block, day, max(marked) as changed, max(opened) as open, max(rolled) as done from ${name}.dirty_day ` +
    `where ${blocks} and day between ${days[0]} and ${days[1]} group by block, day having greatest(changed, open) > done`;
  const response = await database.select(
    `select toString(${VERSION_NOW}) as version, ${older.join(', ')}, ` +
      `ifNull((select arrayStringConcat(groupArray(concat(toString(block), ' ', toString(toInt32(day)))), ',') from (${pending})), '') as pending`,
    OPTIONS,
  );
  const [version] = textsOf(response, 'version');
  if (version === undefined) throw new RangeError('The engine does not tell the time');
  return {
    version,
    older: new Set([...byKind.keys()].filter((kind) => (numbersOf(response, kind)[0] ?? 0) > 0)),
    pending: new Set((textsOf(response, 'pending')[0] ?? '').split(',')),
  };
}

async function changesOf(
  database: SignalDatabase,
  kind: ComputedKind,
  { kinds, before }: { kinds: readonly ReplacedKind[]; before: Before },
): Promise<ChangedKind[]> {
  const parts = kinds.filter((each) => each.kind === kind);
  if (!before.older.has(kind)) return parts.map((replaced) => ({ replaced, rows: [replaced.chunks], isNew: true }));
  const changes = await findChanges(database, { kind, parts }, OPTIONS);
  return parts.flatMap((replaced, i) => {
    const change = changes[i];
    return change ? [{ ...change, replaced }] : [];
  });
}

function changedBlockDays(changes: readonly ChangedKind[]): BlockDays {
  const blockDays = new BlockDays();
  for (const { isNew, replaced, rows } of changes) {
    if (isNew) addPeriod(blockDays, replaced);
    else for (const part of rows) addChunks(blockDays, part);
  }
  return blockDays;
}

function addChunks(blockDays: BlockDays, { series, startsMs }: ChunkRows): void {
  series.forEach((number, row) => {
    const startMs = startsMs[row] ?? Number.NaN;
    const [block, last] = [blockOf(number), Math.floor((startMs + CHUNK_MS - 1) / DAY_MS)];
    for (let day = Math.floor(startMs / DAY_MS); day <= last; day++) blockDays.add(block, day);
  });
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

/** Before the points: once these are there, a repeated computation finds nothing to write. */
async function writeNewest(database: SignalDatabase, changes: readonly ChangedKind[], { options }: Writing): Promise<void> {
  const newest = changes.flatMap(({ rows }) => rows.map(newestPointColumns));
  await insertRows(database, { table: 'point_latest', parts: newest }, options);
}

async function writePoints(database: SignalDatabase, changes: readonly ChangedKind[], { options }: Writing): Promise<void> {
  await allEnded(
    KINDS.map((kind) => {
      const rows = changes.flatMap((change) => (change.replaced.kind === kind ? change.rows : []));
      return insertRows(database, { table: POINT_TABLES[kind].table, parts: rows.map(chunkColumns) }, options);
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

/** @returns blocks whose days are made of more than these points */
async function rollUpHere(database: SignalDatabase, changes: readonly ChangedKind[], { version, options }: Writing): Promise<Set<number>> {
  const left = new Set<number>();
  const changed: ChangedDays[] = [];
  for (const [replacement, own] of Map.groupBy(changes, ({ replaced }) => replaced.replacement)) {
    const { rollUp } = replacement;
    const days = rollUp && wholeDaysOf(replacement, rollUp);
    if (!rollUp || !days) for (const { replaced } of own) for (const series of replaced.series) left.add(blockOf(series));
    else changed.push(...daysOf(own, { ...rollUp, days }));
  }
  const table = 'rollup_day';
  await insertRows(database, { table, parts: changed.map(({ days, calendar }) => dayColumns(days, calendar)) }, options);
  await insertRows(database, { table, parts: changed.map(({ gone, calendar }) => goneDayColumns(gone, calendar.days)), version }, options);
  await writeMonths(database, changed, options);
  return left;
}

function daysOf(changes: readonly ChangedKind[], calendar: Accumulation): ChangedDays[] {
  const parts = changes.map(({ replaced, isNew, rows }) => ({ all: replaced, isNew, rows }));
  const changed = changedDays(parts, calendar);
  return changed ? [changed] : [];
}

async function writeMonths(database: SignalDatabase, changed: readonly ChangedDays[], options: StatementOptions): Promise<void> {
  const inMonths = Map.groupBy(changed, ({ firstDay, lastDay }) => `${firstDay} ${lastDay}`);
  for (const together of inMonths.values()) {
    const [{ firstDay, lastDay } = { firstDay: 0, lastDay: 0 }] = together;
    const series = isOneOf(
      'a.series',
      together.flatMap((each) => [...each.series]),
    );
    await rollUpMonths(database, { series, firstDay, lastDay }, options);
  }
}
