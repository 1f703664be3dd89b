import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';

type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/**
 * Evidence as JSON and back: maps, columns and numbers that JSON does not have are tagged, so that what a later day learns is what was found, to
 * the last bit.
 */
export function evidenceToJson(evidence: SiteDayEvidence): string {
  return JSON.stringify(toPlain(evidence));
}

/** A year of a site is tens of thousands of short columns: those of a day share one piece of memory, which the garbage collector looks at once. */
export function evidenceFromJson(json: unknown): SiteDayEvidence {
  const evidence = fromPlain(json as Plain, new ColumnSpace(countValues(json as Plain)));
  if (!isEvidence(evidence)) throw new RangeError('This is no evidence of a day');
  return evidence;
}

function toPlain(value: unknown): Plain {
  if (typeof value === 'number') return toPlainNumber(value);
  if (value instanceof Map) return { $map: [...value].map(([key, each]) => [toPlain(key), toPlain(each)]) };
  if (value instanceof Float64Array) return { $column: Array.from(value, toPlain) };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, toPlain(each)]])));
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  throw new RangeError(`${typeof value} has no place in evidence`);
}

function toPlainNumber(value: number): Plain {
  if (Object.is(value, -0)) return { $number: '-0' };
  return Number.isFinite(value) ? value : { $number: String(value) };
}

class ColumnSpace {
  readonly #values: Float64Array;
  #taken = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size);
  }

  take(length: number): Float64Array {
    const from = this.#taken;
    this.#taken += length;
    return this.#values.subarray(from, this.#taken);
  }
}

/** Of all columns. */
function countValues(plain: Plain): number {
  if (typeof plain !== 'object' || plain === null) return 0;
  if (!Array.isArray(plain) && Array.isArray(plain.$column)) return plain.$column.length;
  return Object.values(plain).reduce<number>((sum, each) => sum + countValues(each), 0);
}

function fromPlain(plain: Plain, room: ColumnSpace): unknown {
  if (Array.isArray(plain)) return plain.map((each) => fromPlain(each, room));
  if (typeof plain !== 'object' || plain === null) return plain;
  const { $number, $map, $column } = plain;
  if (typeof $number === 'string') return Number($number);
  if (Array.isArray($map)) return new Map($map.map((entry) => toEntry(entry, room)));
  if (Array.isArray($column)) return toColumn($column, room);
  return Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, fromPlain(each, room)]));
}

function toEntry(entry: Plain, room: ColumnSpace): [unknown, unknown] {
  return Array.isArray(entry) ? [fromPlain(entry[0] ?? null, room), fromPlain(entry[1] ?? null, room)] : [null, null];
}

function toColumn(values: readonly Plain[], room: ColumnSpace): Float64Array {
  const column = room.take(values.length);
  for (const [i, each] of values.entries()) column[i] = Number(fromPlain(each, room));
  return column;
}

function isEvidence(value: unknown): value is SiteDayEvidence {
  return typeof value === 'object' && value !== null && 'day' in value && 'devices' in value && value.devices instanceof Map;
}
