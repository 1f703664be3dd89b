import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** Runs a prepared question with values for its placeholders. */
export type PreparedQuery<Row> = (pool: pg.Pool, values: Record<string, unknown>) => Promise<Row[]>;

/**
 * A question that is asked with every request: written once, and planned once per connection instead of each time, which is most of its cost.
 *
 * @param name - unique in the product; a connection knows the statement by it
 */
export function prepareQuery<Row extends pg.QueryResultRow>(name: string, query: SQL): PreparedQuery<Row> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  return async (pool, values) => (await pool.query<Row>({ name, text, values: fillPlaceholders(params, values) })).rows;
}
