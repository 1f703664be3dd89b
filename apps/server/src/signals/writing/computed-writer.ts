import { DAY_MS } from '@solvane/energy/time/zone';
import type { DerivedColumns, Replacement, ValidatedColumns } from '../signal-store.ts';
import { instant } from '../sql/literals.ts';
import { textsOf, type WritableColumn } from '../sql/native-format.ts';
import { blockOf, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, markBlockDays } from './marks.ts';
import { assertTimes } from './point-writer.ts';

type Computed =
  | { kind: 'validated'; replacement: Replacement<ValidatedColumns> }
  | { kind: 'derived'; replacement: Replacement<DerivedColumns> };

/**
 * Puts computed points in the place of what was there. The new points come first, then a version without value for every older point of the period:
 * a reader sees the old or the new value of a point, never a gap that is none.
 */
export async function replaceComputed(database: SignalDatabase, { kind, replacement }: Computed): Promise<void> {
  const { series, startMs, endMs, points } = replacement;
  if (series.length === 0) return;
  assertInside(replacement);
  const { table } = POINT_TABLES[kind];
  const blockDays = new BlockDays();
  for (const block of new Set(series.map(blockOf))) {
    for (let day = Math.floor(startMs / DAY_MS); day * DAY_MS < endMs; day++) blockDays.add(block, day);
  }
  const options: StatementOptions = { lane: 'background' };
  const columns = kind === 'validated' ? validatedColumns(replacement.points) : derivedColumns(replacement.points);
  const names = columns.map(({ name }) => name).join(', ');
  await markBlockDays(database, { blockDays, kind: 'opened' }, options);
  const before = await versionNow(database);
  if (points.series.length > 0) {
    await database.insertFrom({
      ...options,
      statement: (source) =>
        `insert into ${database.name}.${table} (${names}, version) select ${names}, ${VERSION_NOW} as version from ${source}`,
      data: columns,
    });
  }
  const rest = columns.slice(3).map(() => '0');
  await database.command(
    `insert into ${database.name}.${table} (${names}, version) ` +
      `select ${['p.series', 'p.time', 'nan', ...rest].join(', ')}, toUInt64(${before}) from ${database.name}.${table} as p final ` +
      `where ${isOneOf('p.series', series)} and p.time >= ${instant(startMs)} and p.time < ${instant(endMs)} and p.version < ${before}`,
    options,
  );
  await markBlockDays(database, { blockDays, kind: 'marked' }, options);
}

async function versionNow(database: SignalDatabase): Promise<string> {
  const [version] = textsOf(await database.select(`select toString(${VERSION_NOW}) as version`), 'version');
  if (version === undefined) throw new RangeError('The engine does not tell the time');
  return version;
}

function assertInside({ series, startMs, endMs, points }: Replacement<ValidatedColumns | DerivedColumns>): void {
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

function validatedColumns({ series, timesMs, values, flags, methods }: ValidatedColumns): WritableColumn[] {
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: timesMs },
    { name: 'value', type: 'Float64', values: values },
    { name: 'flags', type: 'UInt32', values: flags },
    { name: 'method', type: 'UInt8', values: methods },
  ];
}

function derivedColumns({ series, timesMs, values, weights }: DerivedColumns): WritableColumn[] {
  return [
    { name: 'series', type: 'UInt32', values: series },
    { name: 'time', type: "DateTime64(3, 'UTC')", values: timesMs },
    { name: 'value', type: 'Float64', values: values },
    { name: 'weight', type: 'Float64', values: weights },
  ];
}
