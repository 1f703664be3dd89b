import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, type LocalDay, type Period } from '@solvane/energy/time/local-day';
import type { RollUpOptions } from '../signal-maintenance.ts';
import { ACCUMULATOR, accumulateParts, MERGE_ACCUMULATORS, namedColumns } from '../sql/accumulator.ts';
import { selectIntervalParts } from '../sql/interval-parts.ts';
import { instant, localDate } from '../sql/literals.ts';
import { type LocalClock, localClock } from '../sql/local-clock.ts';
import { startOfUnit } from '../sql/local-dates.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { isOneOf, POINT_TABLES, SERIES_PER_BLOCK, toRanges, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays } from '../writing/dirty-days.ts';
import { type DirtyDay, planRollUp, type RollUpBounds, type RollUpTask, rollUpBounds } from './roll-up-plan.ts';
import type { SeriesDirectory } from './series-directory.ts';

/** Dirty days of one pass; more wait for the next. */
const DIRTY_DAYS_PER_PASS = 20_000;

interface ReadDirtyDay extends DirtyDay {
  /** As text: it is younger than doubles can tell. */
  version: string;
}

/**
 * Recalculates the buckets of dirty days, newest days first, in one pass: hours from points, days from hours, months from days. Buckets are
 * recalculated and never added to, so that late, repeated and corrected points, two workers at once and a crash anywhere all end the same.
 *
 * @returns how many days were done
 */
export async function rollUpPass(database: SignalDatabase, directory: SeriesDirectory, { signal }: RollUpOptions = {}): Promise<number> {
  const options: StatementOptions = { lane: 'background', signal };
  const dirtyDays = await readPendingDays(database, options);
  if (dirtyDays.length === 0) return 0;
  const infos = await directory.describeBlocks([...new Set(dirtyDays.map(({ block }) => block))]);
  const changes = blockDaysOfDirty(dirtyDays).ranges();
  for (const task of planRollUp(dirtyDays, infos)) {
    signal?.throwIfAborted();
    await rollUpTask(database, task, { ...options, changes });
  }
  await writeDone(database, dirtyDays, { ...options, changes });
  return dirtyDays.length;
}

export async function countDirtyDays(database: SignalDatabase): Promise<number> {
  const [count] = numbersOf(await database.select(`select count() as n from (${selectDirtyDays(database, '')})`), 'n');
  return count ?? 0;
}

/**
 * Days that differ from their points, or may: `changed` is the version of the last change known, `open` that of a write that had begun.
 *
 * @param where - `where` clause over block and day
 */
export function selectDirtyDays({ name }: SignalDatabase, where: string): string {
  return (
    `select block, day, max(marked) as changed, max(opened) as open, max(rolled) as done ` +
    `from ${name}.dirty_day ${where} group by block, day having greatest(changed, open) > done`
  );
}

/** Longer than any write takes: what is open since then was left by a writer that died. */
const LONGEST_WRITE_SECONDS = 2 * 3_600;

async function readPendingDays(database: SignalDatabase, options: StatementOptions): Promise<ReadDirtyDay[]> {
  // A write that is still under way will mark its days itself; none outlives the engine it was sent to.
  const oldest = (await database.findOldestStatement()) ?? '0';
  const abandoned = `greatest(toUInt64(${oldest}), ${VERSION_NOW} - ${LONGEST_WRITE_SECONDS} * 1000000000)`;
  const response = await database.select(
    `select block, day, toString(if(open < ${abandoned}, greatest(changed, open), changed)) as text from (${selectDirtyDays(database, '')}) ` +
      `where changed > done or open < ${abandoned} order by day desc, block limit ${DIRTY_DAYS_PER_PASS}`,
    options,
  );
  const days = numbersOf(response, 'day');
  const versions = textsOf(response, 'text');
  return Array.from(numbersOf(response, 'block'), (block, i) => ({ block, day: days[i] ?? 0, version: versions[i] ?? '0' }));
}

async function rollUpTask(database: SignalDatabase, task: RollUpTask, options: StatementOptions): Promise<void> {
  const { name } = database;
  const bounds = rollUpBounds(task);
  const clock = localClock(task.zone, { startMs: bounds.daysFromMs, endMs: bounds.daysToMs });
  const columns = ACCUMULATOR.join(', ');
  const isKept = !POINT_TABLES[task.kind].isChunked;
  if (isKept) {
    const hours = selectHours(name, task, { clock, startMs: bounds.hoursFromMs, endMs: bounds.hoursToMs });
    await database.command(
      `insert into ${name}.rollup_hour (series, time, ${columns}, version) select *, ${VERSION_NOW} as version from (${hours}) ${YIELDING}`,
      options,
    );
  }
  if (!isKept) await emptyDays(database, task, bounds, options);
  const merged = namedColumns(MERGE_ACCUMULATORS, ACCUMULATOR);
  const hours = isKept
    ? `${name}.rollup_hour as a final where ${seriesOfBlocks(task.blocks, 'a.series')} ` +
      `and a.time >= ${instant(bounds.daysFromMs)} and a.time < ${instant(bounds.daysToMs)}`
    : `(${selectHours(name, task, { clock, startMs: dayStart(bounds.firstLocalDay, task.zone), endMs: dayStart(bounds.lastLocalDay + 1, task.zone) })}) as a`;
  await database.command(
    `insert into ${name}.rollup_day (series, day, ${columns}, version) ` +
      `select a.series as series, ${clock.day('toUnixTimestamp64Milli(a.time)')} as day, ${merged}, ${VERSION_NOW} as version ` +
      `from ${hours} group by series, day ${YIELDING}`,
    options,
  );
  const { monthsFrom: firstDay, monthsTo: lastDay } = bounds;
  await rollUpMonths(database, { series: seriesOfBlocks(task.blocks, 'a.series'), firstDay, lastDay }, options);
}

/** Chunks that lost their points leave no row that says so: what follows finds the days that still have some. */
async function emptyDays(
  database: SignalDatabase,
  { blocks }: RollUpTask,
  { firstLocalDay, lastLocalDay }: RollUpBounds,
  options: StatementOptions,
): Promise<void> {
  const { name } = database;
  await database.command(
    `insert into ${name}.rollup_day (series, day, min, max, first, last, version) ` +
      `select series, day, nan, nan, nan, nan, ${VERSION_NOW} from ${name}.rollup_day final where ${seriesOfBlocks(blocks)} ` +
      `and day >= ${localDate(firstLocalDay)} and day <= ${localDate(lastLocalDay)} and (count > 0 or flags != 0)`,
    options,
  );
}

/** Hours of points: `series`, `time` and accumulators. */
function selectHours(database: string, task: RollUpTask, { clock, ...period }: Period & { clock: LocalClock }): string {
  const { kind, intervalMs, directions } = task;
  const isDirection = directions.length === 0 ? '0' : isOneOf('series', directions);
  const parts = selectIntervalParts({
    ...{ database, kind, series: seriesOfBlocks(task.blocks), intervalMs, clock, unit: 'hour', periods: [period] },
    columns: ['flags', 'weight'],
  });
  const accumulators = namedColumns(accumulateParts({ kind, intervalMs, isDirection }), ACCUMULATOR);
  return `select series, fromUnixTimestamp64Milli(key, 'UTC') as time, ${accumulators} from (${parts}) group by series, key`;
}

/**
 * Months of days.
 *
 * @param series - condition over `a.series`
 * @param firstDay - local day in the first of the months
 */
export async function rollUpMonths(
  database: SignalDatabase,
  { series, firstDay, lastDay }: { series: string; firstDay: LocalDay; lastDay: LocalDay },
  options: StatementOptions,
): Promise<void> {
  const [from, to] = [unitStart(firstDay, 'month'), addUnits(unitStart(lastDay, 'month'), 'month', 1) - 1];
  const { name } = database;
  await database.command(
    `insert into ${name}.rollup_month (series, month, ${ACCUMULATOR.join(', ')}, version) ` +
      `select a.series as series, ${startOfUnit('a.day', 'month')} as month, ${namedColumns(MERGE_ACCUMULATORS, ACCUMULATOR)}, ${VERSION_NOW} as version ` +
      `from ${name}.rollup_day as a final where ${series} and a.day >= ${localDate(from)} and a.day <= ${localDate(to)} group by series, month`,
    options,
  );
}

/**
 * Behind the other work of the background, imports above all: readers have the points as long as there is no roll-up of them. Each block of rows is
 * kept waiting for a limited time only (see the lanes of the engine), so that an import of hours does not end with hours of work.
 */
const YIELDING = 'settings priority = 3';

function blockDaysOfDirty(dirtyDays: readonly ReadDirtyDay[]): BlockDays {
  const blockDays = new BlockDays();
  for (const { block, day } of dirtyDays) blockDays.add(block, day);
  return blockDays;
}

/** A day that became dirty since these were read has a later version and stays dirty. */
async function writeDone(database: SignalDatabase, dirtyDays: readonly ReadDirtyDay[], options: StatementOptions): Promise<void> {
  await database.insertFrom({
    ...options,
    statement: (source) =>
      `insert into ${database.name}.dirty_day (block, day, rolled) select block, day, toUInt64(version) from ${source}`,
    data: [
      { name: 'block', type: 'UInt32', values: dirtyDays.map(({ block }) => block) },
      { name: 'day', type: 'Date32', values: dirtyDays.map(({ day }) => day) },
      { name: 'version', type: 'String', values: dirtyDays.map(({ version }) => version) },
    ],
  });
}

function seriesOfBlocks(blocks: readonly number[], column = 'series'): string {
  const ranges = toRanges(blocks).map(
    ({ first, last }) => `${column} between ${first * SERIES_PER_BLOCK} and ${(last + 1) * SERIES_PER_BLOCK - 1}`,
  );
  return `(${ranges.join(' or ')})`;
}
