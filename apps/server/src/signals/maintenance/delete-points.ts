import { bucketOf, unitStart } from '@solvane/energy/time/bucket';
import { localDayOf } from '@solvane/energy/time/local-day';
import type { StoredSeries } from '../signal-reader.ts';
import { instant, localDate } from '../sql/literals.ts';
import { CHUNK_COLUMNS, CHUNK_MS, type ComputedKind, isOneOf, POINT_TABLES, VERSION_NOW } from '../sql/point-tables.ts';
import { removeRows } from '../sql/remove-rows.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Deletes points and roll-ups before an instant. Days and months that reach over it keep their roll-ups: they stay true of what was there. */
export async function deletePointsBefore(database: SignalDatabase, series: readonly StoredSeries[], beforeMs: number): Promise<void> {
  const options: StatementOptions = { lane: 'background' };
  for (const [kind, ofKind] of Map.groupBy(series, (each) => each.kind)) {
    if (kind !== 'raw') await cutChunks(database, { kind, where: condition(ofKind), beforeMs }, options);
    const untilMs = kind === 'raw' ? beforeMs : beforeMs - CHUNK_MS + 1;
    await removeRows(database, POINT_TABLES[kind].table, `${condition(ofKind)} and time < ${instant(untilMs)}`, options);
  }
  for (const [zone, ofZone] of Map.groupBy(series, (each) => each.zone)) {
    const day = localDayOf(beforeMs, zone);
    await removeRows(
      database,
      'rollup_hour',
      `${condition(ofZone)} and time < ${instant(bucketOf(beforeMs, 'hour', zone).keyMs)}`,
      options,
    );
    await removeRows(database, 'rollup_day', `${condition(ofZone)} and day < ${localDate(day)}`, options);
    await removeRows(database, 'rollup_month', `${condition(ofZone)} and month < ${localDate(unitStart(day, 'month'))}`, options);
  }
  const latest = `${condition(series)} and time < ${instant(beforeMs)}`;
  await removeRows(database, 'point_latest', latest, options);
}

/** Those that begin before the instant keep what lies behind it. */
async function cutChunks(
  database: SignalDatabase,
  { kind, where, beforeMs }: { kind: ComputedKind; where: string; beforeMs: number },
  options: StatementOptions,
): Promise<void> {
  const table = `${database.name}.${POINT_TABLES[kind].table}`;
  const arrays = ['offsets', 'values', ...CHUNK_COLUMNS[kind]];
  const isKept = `toUnixTimestamp64Milli(p.time) + offset >= ${beforeMs}`;
  const kept = arrays.map((name) => `arrayFilter((point, offset) -> ${isKept}, arrayResize(p.${name}, length(p.offsets)), p.offsets)`);
  await database.command(
    `insert into ${table} (series, time, ${arrays.join(', ')}, version) select series, time, ${kept.join(', ')}, ${VERSION_NOW} from ${table} as p final ` +
      `where ${where} and time > ${instant(beforeMs - CHUNK_MS)} and time < ${instant(beforeMs)}`,
    options,
  );
}

function condition(series: readonly StoredSeries[]): string {
  return isOneOf(
    'series',
    series.map(({ series: number }) => number),
  );
}
