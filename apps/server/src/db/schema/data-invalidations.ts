import type { UserId } from '@solvane/contract/ids';
import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofSegment, ofSite } from './owned.ts';

/** What users declared invalid or restored, one row per signal of a device, in the order of `sequence`. */
export const dataInvalidations = pgTable('data_invalidations', {
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  changeId: uuid('change_id').notNull(),
  siteId: ofSite(),
  segmentId: ofSegment(),
  apCode: text('ap_code').notNull(),
  startMs: instant('start_ms').notNull(),
  endMs: instant('end_ms').notNull(),
  isInvalid: boolean('is_invalid').notNull(),
  reason: text('reason').notNull(),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  atMs: instant('at_ms').notNull(),
  /** null: it holds. */
  undoneBy: text('undone_by'),
  undoneAtMs: instant('undone_at_ms'),
});
