import { hashKey, type QueryKey } from '@tanstack/react-query';

/** A longer list of texts or numbers is written at once. */
const LONG = 20;

/**
 * Names a query as the library does, without a call for each entry of a list: questions about a thousand sites are named many times a second.
 *
 * @returns the same text for keys that say the same, whatever the order of their properties
 */
export function queryKeyHash(key: QueryKey): string {
  return hashKey(key.map(shortened));
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > LONG && value.every((each) => typeof each !== 'object') ? JSON.stringify(value) : value.map(shortened);
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
