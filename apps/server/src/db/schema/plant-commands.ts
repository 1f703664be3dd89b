import type { SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const plantCommands = pgTable('plant_commands', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<'reset'>().notNull(),
  siteId: text('site_id').$type<SiteId>().notNull(),
  segmentId: text('segment_id').$type<SegmentId>().notNull(),
  /** null: about no event. */
  eventId: uuid('event_id'),
  code: text('code').notNull(),
  eventStartMs: instant('event_start_ms'),
  state: text('state').$type<'pending' | 'succeeded' | 'failed'>().notNull().default('pending'),
  /** null: no reply of the plant yet. */
  message: text('message'),
  userId: uuid('user_id').$type<UserId>(),
  author: text('author').notNull(),
  /** Why. Empty: from before reasons were required. */
  reason: text('reason').notNull().default(''),
  requestedAtMs: instant('requested_at_ms').notNull(),
  expiresAtMs: instant('expires_at_ms').notNull(),
  fetchedAtMs: instant('fetched_at_ms'),
  answeredAtMs: instant('answered_at_ms'),
});
export type PlantCommandRow = typeof plantCommands.$inferSelect;
