import type { ClockUnit } from '@solvane/energy/time/bucket';
import { CLOCK_UNITS } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind } from '../signal-store.ts';
import { pointColumns } from './accumulator.ts';
import type { LocalClock } from './local-clock.ts';
import { isInPeriods, type PointColumn, type PointSource, pointSource } from './point-source.ts';

export interface PieceQuestion {
  database: string;
  kind: PointKind;
  /** Condition on `series`. */
  series: string;
  intervalMs: number;
  clock: LocalClock;
  unit: ClockUnit;
  /** Times of the pieces wanted. */
  periods: readonly Period[];
  /** What of the points is read beside their times and values. */
  columns: readonly PointColumn[];
  /** A point's method is its value. */
  isMethod?: boolean;
}

/**
 * Points as pieces of their intervals, each in its bucket. Almost always an interval lies in one bucket and is one piece. In zones a quarter of an
 * hour off, and where a clock is put forward by half an hour, native intervals cross the edges of buckets: they are split in proportion.
 */
export function selectPieces({
  database,
  kind,
  series,
  intervalMs,
  clock,
  unit,
  periods,
  columns,
  isMethod = false,
}: PieceQuestion): string {
  const source = pointSource({ database, kind, columns: isMethod ? [...columns, 'method'] : columns });
  const isSplit = intervalMs <= CLOCK_UNITS[unit] && !clock.isAligned(intervalMs, unit);
  const read = periods.map(({ startMs, endMs }) => ({ startMs: isSplit ? startMs - intervalMs : startMs, endMs }));
  const value = isMethod ? `if(isNaN(${source.value}), nan, toFloat64(${source.method}))` : source.value;
  const points = `select ${pointColumns(withOnly(source, columns), value)} from ${source.from} where ${series} and ${isInPeriods(kind, source, read)}`;
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

/** Nothing stands for what is not read. */
function withOnly(source: PointSource, columns: readonly PointColumn[]): PointSource {
  return {
    ...source,
    flags: columns.includes('flags') ? source.flags : 'toUInt32(0)',
    weight: columns.includes('weight') ? source.weight : '0.',
  };
}
