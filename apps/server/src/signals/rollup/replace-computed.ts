import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { DerivedColumns, PointKind, ReplacedSeries, Replacement, ValidatedColumns } from '../signal-store.ts';
import { instant, localDate } from '../sql/literals.ts';
import { numbersOf, textsOf, type WritableColumn } from '../sql/native-format.ts';
import { blockOf, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, blockDaysOfPoints, markBlockDays } from '../writing/marks.ts';
import { assertTimes } from '../writing/point-writer.ts';
import { wholeDaysOf } from './accumulate-points.ts';
import { dayColumns, goneDayColumns, goneHourColumns, hourColumns } from './bucket-columns.ts';
import { changedBuckets } from './changed-buckets.ts';
import { findChanges, type PointChanges } from './changed-points.ts';
import { rollUpMonths } from './roll-up.ts';

const OPTIONS: StatementOptions = { lane: 'background' };
/** No point is in it twice, so the engine need not look for that. */
const UNIQUE_ROWS = 'settings optimize_on_insert = 0';

/**
 * Puts computed points in the place of what was there. What comes out as it was stays as it is: only points that differ are written, those that are no
 * more get a version without value, and hours and days follow from the columns at hand where one of their points changed. Where they do not, the days
 * stay marked for whoever rolls up. The new points come first: a reader sees the old or the new value of a point, never a gap that is none.
 */
export async function replaceComputed(database: SignalDatabase, replacement: Replacement): Promise<void> {
  const kinds = kindsOf(replacement);
  if (kinds.length === 0) return;
  for (const kind of kinds) assertInside(kind, replacement);
  const before = await readBefore(database, kinds, replacement);
  const changes: ChangedKind[] = [];
  for (const kind of kinds) changes.push(await changesOf(database, kind, { before, period: replacement }));
  const blockDays = changedBlockDays(changes, replacement);
  if (blockDays.size === 0) return;
  await markBlockDays(database, { blockDays, kind: 'opened', version: before.version }, OPTIONS);
  for (const { kind, points } of changes) await insertPoints(database, kind, points);
  for (const { kind, gone } of changes) await retractPoints(database, kind, { gone, version: before.version });
  const isRolledUp = await rollUpHere(database, changes, { replacement, version: before.version });
  const isDone = (block: number, day: number) => isRolledUp && !before.pending.has(`${block} ${day}`);
  await markBlockDays(database, { blockDays: blockDays.filter(isDone), kind: 'rolled', version: before.version }, OPTIONS);
  await markBlockDays(database, { blockDays: blockDays.filter((block, day) => !isDone(block, day)), kind: 'marked' }, OPTIONS);
}

interface ReplacedKind extends ReplacedSeries<ValidatedColumns | DerivedColumns> {
  kind: PointKind;
}

interface ChangedKind extends PointChanges {
  kind: PointKind;
  /** Everything that was computed. */
  replaced: ReplacedKind;
  /** Nothing of this kind was in the period before. */
  isNew: boolean;
}

function kindsOf({ validated, derived }: Replacement): ReplacedKind[] {
  const kinds: ReplacedKind[] = [];
  if (validated && validated.series.length > 0) kinds.push({ series: validated.series, points: validated.points, kind: 'validated' });
  if (derived && derived.series.length > 0) kinds.push({ series: derived.series, points: derived.points, kind: 'derived' });
  return kinds;
}

function assertInside({ series, points }: ReplacedKind, { startMs, endMs }: Period): void {
  assertTimes(points.timesMs);
  const allowed = new Set(series);
  let lastNumber = -1;
  for (let i = 0; i < points.series.length; i++) {
    const [number, timeMs] = [points.series[i] ?? -1, points.timesMs[i] ?? Number.NaN];
    // Rows of a series mostly follow each other.
    const isAllowed = number === lastNumber || allowed.has(number);
    lastNumber = number;
    if (!isAllowed || !(timeMs >= startMs && timeMs < endMs))
      throw new RangeError(`Point ${number} at ${timeMs} is not part of what is replaced`);
  }
}

async function changesOf(
  database: SignalDatabase,
  replaced: ReplacedKind,
  { before, period: { startMs, endMs } }: { before: Before; period: Period },
): Promise<ChangedKind> {
  const { kind, points } = replaced;
  const isNew = !before.older.has(kind);
  const changes = isNew ? { points, gone: NOTHING_GONE } : await findChanges(database, { ...replaced, startMs, endMs }, OPTIONS);
  return { ...changes, kind, replaced, isNew };
}

const NOTHING_GONE = { series: new Uint32Array(0), timesMs: new Float64Array(0) };

function changedBlockDays(changes: readonly ChangedKind[], { startMs, endMs }: Period): BlockDays {
  const blockDays = new BlockDays();
  for (const { isNew, replaced, points, gone } of changes) {
    if (isNew) addPeriod(blockDays, replaced.series, { startMs, endMs });
    else for (const { series, timesMs } of [points, gone]) blockDaysOfPoints(blockDays, series, timesMs);
  }
  return blockDays;
}

function addPeriod(blockDays: BlockDays, series: readonly number[], { startMs, endMs }: Period): void {
  for (const block of new Set(series.map(blockOf))) {
    for (let day = Math.floor(startMs / DAY_MS); day * DAY_MS < endMs; day++) blockDays.add(block, day);
  }
}

interface Before {
  /** Everything written from now on has a later one. */
  version: string;
  /** Kinds with points in the period. */
  older: ReadonlySet<PointKind>;
  /** Days of blocks (`block day`) whose roll-ups differ from their points for reasons that are not ours. */
  pending: ReadonlySet<string>;
}

async function readBefore(database: SignalDatabase, kinds: readonly ReplacedKind[], period: Period): Promise<Before> {
  const { name } = database;
  const older = kinds.map(
    ({ kind, series }) =>
      `(select count() from (select 1 from ${name}.${POINT_TABLES[kind].table} where ${inPeriod('', series, period)} limit 1)) as ${kind}`,
  );
  const days = [localDate(Math.floor(period.startMs / DAY_MS)), localDate(Math.floor((period.endMs - 1) / DAY_MS))];
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
    older: new Set(kinds.map(({ kind }) => kind).filter((kind) => (numbersOf(answer, kind)[0] ?? 0) > 0)),
    pending: new Set((textsOf(answer, 'pending')[0] ?? '').split(',')),
  };
}

async function insertPoints(database: SignalDatabase, kind: PointKind, points: ChangedKind['points']): Promise<void> {
  if (points.series.length > 0) await insertRows(database, { table: POINT_TABLES[kind].table, columns: pointColumns(points) });
}

/** Not younger than what others may write meanwhile. */
async function retractPoints(
  database: SignalDatabase,
  kind: PointKind,
  { gone: { series, timesMs }, version }: { gone: ChangedKind['gone']; version: string },
): Promise<void> {
  if (series.length === 0) return;
  const values = new Float64Array(series.length).fill(Number.NaN);
  const [key, time, value] = pointColumns({ series, timesMs, values, weights: new Float64Array(0) });
  if (key && time && value) await insertRows(database, { table: POINT_TABLES[kind].table, columns: [key, time, value], version });
}

/** @param version - default: now */
async function insertRows(
  database: SignalDatabase,
  { table, columns, version }: { table: string; columns: readonly WritableColumn[]; version?: string },
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const ofVersion = version === undefined ? VERSION_NOW : `toUInt64(${version})`;
  await database.insertFrom({
    ...OPTIONS,
    statement: (source) =>
      `insert into ${database.name}.${table} (${names}, version) select ${names}, ${ofVersion} as version from ${source} ${UNIQUE_ROWS}`,
    data: columns,
  });
}

/** @returns false: the buckets are made of more than these points */
async function rollUpHere(
  database: SignalDatabase,
  changes: readonly ChangedKind[],
  { replacement, version }: { replacement: Replacement; version: string },
): Promise<boolean> {
  const { rollUp } = replacement;
  const days = rollUp && wholeDaysOf(replacement, rollUp);
  if (!rollUp || !days) return false;
  const parts = changes.map(({ replaced, isNew, points, gone }) => ({ all: replaced.points, isNew, changed: points, gone }));
  const changed = changedBuckets(parts, { ...rollUp, days });
  if (!changed) return false;
  const { hours, goneHours, goneDays, series, firstDay, lastDay } = changed;
  await insertBuckets(database, 'rollup_hour', hourColumns(hours, days, rollUp.intervalMs));
  await insertBuckets(database, 'rollup_day', dayColumns(changed.days, days, rollUp.intervalMs));
  await insertBuckets(database, 'rollup_hour', goneHourColumns(goneHours, days), version);
  await insertBuckets(database, 'rollup_day', goneDayColumns(goneDays, days), version);
  if (series.size > 0) await rollUpMonths(database, { series: isOneOf('a.series', series), firstDay, lastDay }, OPTIONS);
  return true;
}

async function insertBuckets(database: SignalDatabase, table: string, columns: readonly WritableColumn[], version?: string): Promise<void> {
  if (columns[0]?.values.length === 0) return;
  await insertRows(database, { table, columns, ...(version !== undefined && { version }) });
}

function inPeriod(prefix: string, series: readonly number[], { startMs, endMs }: Period): string {
  return `${isOneOf(`${prefix}series`, series)} and ${prefix}time >= ${instant(startMs)} and ${prefix}time < ${instant(endMs)}`;
}

const TIME = "DateTime64(3, 'UTC')";

function pointColumns(points: ValidatedColumns | DerivedColumns): WritableColumn[] {
  const shared: WritableColumn[] = [
    { name: 'series', type: 'UInt32', values: points.series },
    { name: 'time', type: TIME, values: points.timesMs },
    { name: 'value', type: 'Float64', values: points.values },
  ];
  if ('weights' in points) return [...shared, { name: 'weight', type: 'Float64', values: points.weights }];
  return [...shared, { name: 'flags', type: 'UInt32', values: points.flags }, { name: 'method', type: 'UInt8', values: points.methods }];
}
