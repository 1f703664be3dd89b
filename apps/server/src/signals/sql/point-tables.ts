import type { PointKind } from '../point-kind.ts';

/** Series numbers are handed out in blocks of one site and one kind; blocks are what roll-ups are kept up to date by. */
export const SERIES_PER_BLOCK = 256;

/** Computed points stand in rows of a chunk each: six hours of a series, from the beginning of a local day on. */
export const CHUNK_MS = 6 * 3_600_000;

export const POINT_KINDS = ['raw', 'validated', 'derived'] as const satisfies readonly PointKind[];

export type ComputedKind = Exclude<PointKind, 'raw'>;

/** What chunks have beside offsets and values, a number for each point or, where all of them are 0, none. */
export const CHUNK_COLUMNS = {
  validated: ['flags', 'methods'],
  derived: ['weights'],
} as const satisfies Readonly<Record<ComputedKind, readonly string[]>>;

export interface PointTable {
  table: string;
  /** Whether a row is a chunk of points. */
  isChunked: boolean;
  /** What a point has besides its value: expressions; kinds without a column have a constant. */
  flags: string;
  method: string;
  weight: string;
}

export const POINT_TABLES: Readonly<Record<PointKind, PointTable>> = {
  raw: { table: 'point_raw', isChunked: false, flags: 'toUInt32(0)', method: 'toUInt8(0)', weight: '0.' },
  validated: { table: 'chunk_validated', isChunked: true, flags: 'pointFlags', method: 'pointMethod', weight: '0.' },
  derived: { table: 'chunk_derived', isChunked: true, flags: 'toUInt32(0)', method: 'toUInt8(0)', weight: 'pointWeight' },
};

export function blockOf(series: number): number {
  return Math.floor(series / SERIES_PER_BLOCK);
}

/** Nanoseconds by the engine's clock when the statement began: one clock for every process that writes. */
export const VERSION_NOW = `toUInt64(toUnixTimestamp64Nano(now64(9, 'UTC')))`;

/** Edges of what a time column can hold. */
export const FIRST_TIME_MS = Date.UTC(1900, 0, 2);
export const LAST_TIME_MS = Date.UTC(2299, 11, 30);

const MAX_RANGES = 4;
/** From here on a list is quicker as a text that the engine takes apart than as numbers of the statement: a thousand take 0.4 ms instead of 2. */
const LONG_LIST = 32;

/** Conditions that the primary key can use: long lists become ranges where series follow each other. */
export function isOneOf(column: string, series: Iterable<number>): string {
  const ranges = toRanges(series);
  const single = ranges
    .filter(({ first, last }) => last - first < 2)
    .flatMap(({ first, last }) => (first === last ? [first] : [first, last]));
  const long = ranges.filter(({ first, last }) => last - first >= 2);
  // The engine takes 0.2 ms to analyse a range, and none for a number of a list.
  if (long.length > MAX_RANGES) return isIn(column, [...new Set(series)]);
  const parts = long.map(({ first, last }) => `${column} between ${first} and ${last}`);
  if (single.length > 0) parts.push(isIn(column, single));
  return parts.length === 0 ? '0' : `(${parts.join(' or ')})`;
}

function isIn(column: string, numbers: readonly number[]): string {
  const list = numbers.join(',');
  return `${column} in ${numbers.length < LONG_LIST ? `(${list})` : `CAST('[${list}]', 'Array(UInt32)')`}`;
}

export interface NumberRange {
  first: number;
  last: number;
}

/** Whole numbers as ranges without gaps, ascending. */
export function toRanges(numbers: Iterable<number>): NumberRange[] {
  const ranges: NumberRange[] = [];
  let current: NumberRange | undefined;
  for (const number of Float64Array.from(new Set(numbers)).sort()) {
    if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} is no number of a series`);
    if (current !== undefined && number === current.last + 1) current.last = number;
    else {
      current = { first: number, last: number };
      ranges.push(current);
    }
  }
  return ranges;
}
