import type { UserId } from '@solvane/contract/ids';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';

export const studioOptions = pgTable('studio_options', {
  userId: uuid('user_id').$type<UserId>().primaryKey(),
  options: jsonb('options').$type<Record<string, unknown>>().notNull(),
});
