import type { Period } from '@solvane/energy/time/local-day';
import type { PointKind } from '../point-kind.ts';
import { instant } from './literals.ts';
import { CHUNK_MS, POINT_TABLES } from './point-tables.ts';

/** Points of a table as a select finds them. */
export interface PointSource {
  /** Behind `from`. */
  from: string;
  /** A point's time in epoch milliseconds, and its value. */
  ms: string;
  value: string;
  flags: string;
  method: string;
  weight: string;
}

/** What of a point is read beside its time and value: each column of a chunk that is unfolded costs. */
export type PointColumn = 'flags' | 'method' | 'weight';

export interface PointSourceOptions {
  database: string;
  kind: PointKind;
  columns?: readonly PointColumn[];
  /** With rows that newer versions have replaced. */
  withOlder?: boolean;
}

/** A chunk has these only when one of its points has flags, a method or a weight. */
const UNFOLDED: Readonly<Record<PointColumn, string>> = {
  flags: 'arrayResize(flags, length(offsets), toUInt32(0)) as pointFlags',
  method: 'arrayResize(methods, length(offsets), toUInt8(0)) as pointMethod',
  weight: 'arrayResize(weights, length(offsets), 0.) as pointWeight',
};

/** Stored as points or as chunks of them: who reads need not know. */
export function pointSource({ database, kind, columns = [], withOlder = false }: PointSourceOptions): PointSource {
  const { table, isChunked, flags, method, weight } = POINT_TABLES[kind];
  const rows = `${database}.${table} as p${withOlder ? '' : ' final'}`;
  if (!isChunked) return { from: rows, ms: 'toUnixTimestamp64Milli(p.time)', value: 'p.value', flags, method, weight };
  const own = columns.filter((column) => hasColumn(kind, column)).map((column) => UNFOLDED[column]);
  const unfolded = ['offsets as pointOffset', 'values as pointValue', ...own].join(', ');
  return {
    from: `${rows} array join ${unfolded}`,
    ms: '(toUnixTimestamp64Milli(p.time) + pointOffset)',
    value: 'pointValue',
    flags,
    method,
    weight,
  };
}

/** Condition over points of the source: those that lie in one of the periods. */
export function isInPeriods(kind: PointKind, { ms }: PointSource, periods: readonly Period[]): string {
  const conditions = periods.map(({ startMs, endMs }) => {
    if (!POINT_TABLES[kind].isChunked) return `(p.time >= ${instant(startMs)} and p.time < ${instant(endMs)})`;
    return `(${touchesPeriod({ startMs, endMs })} and ${ms} >= ${startMs} and ${ms} < ${endMs})`;
  });
  return conditions.length === 1 ? (conditions[0] ?? '0') : `(${conditions.join(' or ')})`;
}

/** Condition over chunks: those that may have a point in the period. */
export function touchesPeriod({ startMs, endMs }: Period): string {
  return `p.time > ${instant(startMs - CHUNK_MS)} and p.time < ${instant(endMs)}`;
}

function hasColumn(kind: PointKind, column: PointColumn): boolean {
  return (column === 'weight') === (kind === 'derived');
}
