import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { DerivedColumns, PointKind, ReplacedSeries, Replacement, ValidatedColumns } from '../signal-store.ts';
import { instant, localDate } from '../sql/literals.ts';
import { numbersOf, textsOf, type WritableColumn } from '../sql/native-format.ts';
import { blockOf, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, markBlockDays } from '../writing/marks.ts';
import { assertTimes } from '../writing/point-writer.ts';
import { accumulateDays, accumulateHours, wholeDaysOf } from './accumulate-points.ts';
import { dayColumns, hourColumns } from './bucket-columns.ts';
import { rollUpMonths } from './roll-up.ts';

const OPTIONS: StatementOptions = { lane: 'background' };
/** No point is in it twice, so the engine need not look for that. */
const UNIQUE_ROWS = 'settings optimize_on_insert = 0';

/**
 * Puts computed points in the place of what was there. The new points come first, then a version without value for every older point of the period:
 * a reader sees the old or the new value of a point, never a gap that is none. Their hours and days follow from the columns at hand; where they do
 * not, the days stay marked for whoever rolls up.
 */
export async function replaceComputed(database: SignalDatabase, replacement: Replacement): Promise<void> {
  const kinds = kindsOf(replacement);
  if (kinds.length === 0) return;
  for (const kind of kinds) assertInside(kind, replacement);
  const blockDays = blockDaysOf(kinds, replacement);
  const options: StatementOptions = { ...OPTIONS, changes: blockDays.ranges() };
  const before = await readBefore(database, kinds, replacement);
  await markBlockDays(database, { blockDays, kind: 'opened', version: before.version }, OPTIONS);
  for (const kind of kinds) await insertPoints(database, kind, options);
  const older = kinds.filter(({ kind }) => before.older.has(kind));
  for (const kind of older) await retractPoints(database, kind, { ...replacement, version: before.version }, options);
  const isRolledUp = await rollUpHere(database, kinds, { replacement, version: before.version, older, options });
  const isDone = (block: number, day: number) => isRolledUp && !before.pending.has(`${block} ${day}`);
  await markBlockDays(database, { blockDays: blockDays.filter(isDone), kind: 'rolled', version: before.version }, OPTIONS);
  await markBlockDays(database, { blockDays: blockDays.filter((block, day) => !isDone(block, day)), kind: 'marked' }, OPTIONS);
}

interface ReplacedKind extends Omit<ReplacedSeries<ValidatedColumns | DerivedColumns>, 'points'> {
  kind: PointKind;
  points: ValidatedColumns | DerivedColumns;
  columns: WritableColumn[];
}

function kindsOf({ validated, derived }: Replacement): ReplacedKind[] {
  const kinds: ReplacedKind[] = [];
  if (validated && validated.series.length > 0)
    kinds.push({ ...validated, kind: 'validated', columns: validatedColumns(validated.points) });
  if (derived && derived.series.length > 0) kinds.push({ ...derived, kind: 'derived', columns: derivedColumns(derived.points) });
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

function blockDaysOf(kinds: readonly ReplacedKind[], { startMs, endMs }: Period): BlockDays {
  const blockDays = new BlockDays();
  for (const block of new Set(kinds.flatMap(({ series }) => series.map(blockOf)))) {
    for (let day = Math.floor(startMs / DAY_MS); day * DAY_MS < endMs; day++) blockDays.add(block, day);
  }
  return blockDays;
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

async function insertPoints(database: SignalDatabase, { kind, columns, points }: ReplacedKind, options: StatementOptions): Promise<void> {
  if (points.series.length > 0) await insertRows(database, { table: POINT_TABLES[kind].table, columns }, options);
}

async function insertRows(
  database: SignalDatabase,
  { table, columns }: { table: string; columns: readonly WritableColumn[] },
  options: StatementOptions,
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  await database.insertFrom({
    ...options,
    statement: (source) =>
      `insert into ${database.name}.${table} (${names}, version) select ${names}, ${VERSION_NOW} as version from ${source} ${UNIQUE_ROWS}`,
    data: columns,
  });
}

async function retractPoints(
  database: SignalDatabase,
  { kind, series, columns }: ReplacedKind,
  { version, ...period }: Period & { version: string },
  options: StatementOptions,
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const rest = columns.slice(3).map(() => '0');
  const table = `${database.name}.${POINT_TABLES[kind].table}`;
  await database.command(
    `insert into ${table} (${names}, version) select ${['p.series', 'p.time', 'nan', ...rest].join(', ')}, toUInt64(${version}) ` +
      `from ${table} as p final where ${inPeriod('p.', series, period)} and p.version < ${version} ${UNIQUE_ROWS}`,
    options,
  );
}

interface RollUpHere {
  replacement: Replacement;
  version: string;
  /** Kinds that may have buckets in which no point is left. */
  older: readonly ReplacedKind[];
  options: StatementOptions;
}

/** @returns false: the buckets are made of more than these points */
async function rollUpHere(
  database: SignalDatabase,
  kinds: readonly ReplacedKind[],
  { replacement, version, older, options }: RollUpHere,
): Promise<boolean> {
  const { rollUp } = replacement;
  const days = rollUp && wholeDaysOf(replacement, rollUp);
  const [first, last] = [days?.days[0], days?.days.at(-1)];
  if (!rollUp || !days || first === undefined || last === undefined) return false;
  const hourRows = accumulateHours(
    kinds.map(({ points }) => points),
    { ...rollUp, days },
  );
  if (!hourRows) return false;
  if (hourRows.size > 0) {
    await insertRows(database, { table: 'rollup_hour', columns: hourColumns(hourRows, days, rollUp.intervalMs) }, options);
    const dayRows = accumulateDays(hourRows, days);
    await insertRows(database, { table: 'rollup_day', columns: dayColumns(dayRows, days, rollUp.intervalMs) }, options);
  }
  const series = older.flatMap((kind) => kind.series);
  if (series.length > 0) {
    const ofDays = `${isOneOf('b.series', series)} and b.day between ${localDate(first)} and ${localDate(last)}`;
    await retractBuckets(database, { table: 'rollup_hour', key: 'time', where: inPeriod('b.', series, replacement), version }, options);
    await retractBuckets(database, { table: 'rollup_day', key: 'day', where: ofDays, version }, options);
  }
  const all = kinds.flatMap((kind) => kind.series);
  await rollUpMonths(database, { series: isOneOf('a.series', all), firstDay: first, lastDay: last }, options);
  return true;
}

async function retractBuckets(
  database: SignalDatabase,
  { table, key, where, version }: { table: string; key: string; where: string; version: string },
  options: StatementOptions,
): Promise<void> {
  const name = `${database.name}.${table}`;
  await database.command(
    `insert into ${name} (series, ${key}, min, max, first, last, version) select b.series, b.${key}, nan, nan, nan, nan, toUInt64(${version}) ` +
      `from ${name} as b final where ${where} and b.version < ${version} ${UNIQUE_ROWS}`,
    options,
  );
}

function inPeriod(prefix: string, series: readonly number[], { startMs, endMs }: Period): string {
  return `${isOneOf(`${prefix}series`, series)} and ${prefix}time >= ${instant(startMs)} and ${prefix}time < ${instant(endMs)}`;
}

const TIME = "DateTime64(3, 'UTC')";

function validatedColumns({ series, timesMs, values, flags, methods }: ValidatedColumns): WritableColumn[] {
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: TIME, values: timesMs },
    { name: 'value', type: 'Float64', values: values },
    { name: 'flags', type: 'UInt32', values: flags },
    { name: 'method', type: 'UInt8', values: methods },
  ];
}

function derivedColumns({ series, timesMs, values, weights }: DerivedColumns): WritableColumn[] {
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: TIME, values: timesMs },
    { name: 'value', type: 'Float64', values: values },
    { name: 'weight', type: 'Float64', values: weights },
  ];
}
