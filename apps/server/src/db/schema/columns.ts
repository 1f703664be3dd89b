import { bigint, customType } from 'drizzle-orm/pg-core';

/** Epoch milliseconds in UTC. */
export function instant(name: string) {
  return bigint(name, { mode: 'number' });
}

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A JSON value that may be a plain text: the builder's own type reads the text `4711` back as a number. */
export function jsonScalar<T>(name: string) {
  return customType<{ data: T; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value as T,
  })(name);
}
