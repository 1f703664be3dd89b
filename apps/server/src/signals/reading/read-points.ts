import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind } from '../point-kind.ts';
import type { PointColumns } from '../signal-writer.ts';
import { numbersOf } from '../sql/native-format.ts';
import { isInPeriods, pointSource } from '../sql/point-source.ts';
import { isOneOf } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';

/** Points as they are stored, those without a value left out, in no order: for callers that place each of them anyway. */
export async function readStoredPoints(
  database: SignalDatabase,
  { kind, series, startMs, endMs }: Period & { kind: PointKind; series: readonly number[] },
  options: StatementOptions = {},
): Promise<PointColumns> {
  if (series.length === 0) return { series: new Uint32Array(0), timesMs: new Float64Array(0), values: new Float64Array(0) };
  const source = pointSource({ database: database.name, kind });
  const response = await database.select(
    `select series, ${source.ms} as ms, ${source.value} as value from ${source.from} ` +
      `where ${isOneOf('series', series)} and ${isInPeriods(kind, source, [{ startMs, endMs }])} and not isNaN(${source.value}) ` +
      // Versions of one point share their month, and with it their partition.
      'settings do_not_merge_across_partitions_select_final = 1',
    options,
  );
  return {
    series: Uint32Array.from(numbersOf(response, 'series')),
    timesMs: numbersOf(response, 'ms'),
    values: numbersOf(response, 'value'),
  };
}
