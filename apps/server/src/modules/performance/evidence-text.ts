import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';

type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/**
 * Evidence as JSON and back: maps, columns and numbers that JSON does not have are tagged, so that what a later day learns is what was found, to
 * the last bit.
 */
export function evidenceToJson(evidence: SiteDayEvidence): string {
  return JSON.stringify(toPlain(evidence));
}

export function evidenceFromJson(json: unknown): SiteDayEvidence {
  const evidence = fromPlain(json as Plain);
  if (!isEvidence(evidence)) throw new RangeError('This is no evidence of a day');
  return evidence;
}

function toPlain(value: unknown): Plain {
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $number: String(value) };
  if (value instanceof Map) return { $map: [...value].map(([key, each]) => [toPlain(key), toPlain(each)]) };
  if (value instanceof Float64Array) return { $column: Array.from(value, toPlain) };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, toPlain(each)]])));
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  throw new RangeError(`${typeof value} has no place in evidence`);
}

function fromPlain(plain: Plain): unknown {
  if (Array.isArray(plain)) return plain.map(fromPlain);
  if (typeof plain !== 'object' || plain === null) return plain;
  const { $number, $map, $column } = plain;
  if (typeof $number === 'string') return Number($number);
  if (Array.isArray($map))
    return new Map($map.map((entry) => (Array.isArray(entry) ? [fromPlain(entry[0] ?? null), fromPlain(entry[1] ?? null)] : [null, null])));
  if (Array.isArray($column)) return Float64Array.from($column, (each) => Number(fromPlain(each)));
  return Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, fromPlain(each)]));
}

function isEvidence(value: unknown): value is SiteDayEvidence {
  return typeof value === 'object' && value !== null && 'day' in value && 'devices' in value && value.devices instanceof Map;
}
