import type { UserId } from '@solvane/contract/ids';
import type { ViewScreen } from '@solvane/contract/saved-views';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const savedViews = pgTable('saved_views', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  userId: uuid('user_id').$type<UserId>().notNull(),
  /** null: only its owner sees it. */
  sharedWith: text('shared_with'),
  content: jsonb('content').$type<Record<string, unknown>>().notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
  screen: text('screen').$type<ViewScreen>().notNull(),
  revision: integer('revision').notNull().default(1),
});

export const savedViewDefaults = pgTable(
  'saved_view_defaults',
  {
    userId: uuid('user_id').$type<UserId>().notNull(),
    viewId: uuid('view_id').notNull(),
    screen: text('screen').$type<ViewScreen>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.screen] })],
);
