import { bucketOf, unitStart } from '@solvane/energy/time/bucket';
import { localDayOf } from '@solvane/energy/time/local-day';
import type { StoredSeries } from '../signal-store.ts';
import { instant, localDate } from '../sql/literals.ts';
import { isOneOf, POINT_TABLES } from '../sql/point-tables.ts';
import { removeRows } from '../sql/remove-rows.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Deletes points and roll-ups before an instant. Days and months that reach over it keep their roll-ups: they stay true of what was there. */
export async function forgetSeries(database: SignalDatabase, series: readonly StoredSeries[], beforeMs: number): Promise<void> {
  const options: StatementOptions = { lane: 'background' };
  for (const [kind, ofKind] of Map.groupBy(series, (each) => each.kind)) {
    await removeRows(database, POINT_TABLES[kind].table, `${condition(ofKind)} and time < ${instant(beforeMs)}`, options);
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

function condition(series: readonly StoredSeries[]): string {
  return isOneOf(
    'series',
    series.map(({ series: number }) => number),
  );
}
