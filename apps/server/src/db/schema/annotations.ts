import type { SignalId, UserId } from '@solvane/contract/ids';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofSegment, ofSite } from './owned.ts';

export const annotations = pgTable('annotations', {
  id: uuid('id').primaryKey(),
  siteId: ofSite(),
  segmentId: ofSegment(),
  signalId: text('signal_id').$type<SignalId>().notNull(),
  startMs: instant('start_ms').notNull(),
  endMs: instant('end_ms').notNull(),
  text: text('text').notNull(),
  /** null: the account does not exist any more. */
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
  updatedAtMs: instant('updated_at_ms').notNull(),
  revision: integer('revision').notNull().default(1),
});
