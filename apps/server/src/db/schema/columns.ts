import { bigint, customType } from 'drizzle-orm/pg-core';

/** Epoch milliseconds in UTC. */
export function instant(name: string) {
  return bigint(name, { mode: 'number' });
}

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
