import type { ClockUnit } from '@solvane/energy/time/bucket';
import { CLOCK_UNITS } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind } from '../signal-store.ts';
import { pointColumns } from './accumulator.ts';
import { instant } from './literals.ts';
import type { LocalClock } from './local-clock.ts';
import { POINT_TABLES } from './point-tables.ts';

export interface PieceSource {
  database: string;
  kind: PointKind;
  /** Condition on `series`. */
  series: string;
  intervalMs: number;
  clock: LocalClock;
  unit: ClockUnit;
  /** Times of the pieces wanted. */
  periods: readonly Period[];
  /** What of the point is its value. */
  value?: string;
}

/**
 * Points as pieces of their intervals, each in its bucket. Almost always an interval lies in one bucket and is one piece. In zones a quarter of an
 * hour off, and where a clock is put forward by half an hour, native intervals cross the edges of buckets: they are split in proportion.
 */
export function selectPieces({ database, kind, series, intervalMs, clock, unit, periods, value }: PieceSource): string {
  const table = POINT_TABLES[kind];
  const isSplit = intervalMs <= CLOCK_UNITS[unit] && !clock.isAligned(intervalMs, unit);
  const times = periods.map(
    ({ startMs, endMs }) => `(time >= ${instant(isSplit ? startMs - intervalMs : startMs)} and time < ${instant(endMs)})`,
  );
  const points = `select ${pointColumns(table, value)} from ${database}.${table.table} final where ${series} and (${times.join(' or ')})`;
  if (!isSplit) return `select series, ms, v, f, w, 1. as share, ${clock.bucketKey('ms', unit)} as key from (${points})`;
  const end = `(ms + ${intervalMs - 1})`;
  const edge = `greatest(${clock.bucketKey(end, unit)}, ${clock.spanStart(end)})`;
  const pieces =
    `if(${clock.bucketKey(end, unit)} = ${clock.bucketKey('ms', unit)}, [(ms, toFloat64(1))], ` +
    `[(ms, (${edge} - ms) / ${intervalMs}), (${edge}, (ms + ${intervalMs} - ${edge}) / ${intervalMs})])`;
  const wanted = periods.map(({ startMs, endMs }) => `(piece.1 >= ${startMs} and piece.1 < ${endMs})`);
  return (
    `select series, piece.1 as ms, v, f, w, piece.2 as share, ${clock.bucketKey('piece.1', unit)} as key ` +
    `from (select series, v, f, w, arrayJoin(${pieces}) as piece from (${points})) where ${wanted.join(' or ')}`
  );
}
