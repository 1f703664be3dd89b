import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { segments, sites } from './fleet.ts';

export const seriesBlocks = pgTable('series_blocks', {
  block: integer('block').primaryKey(),
  siteId: text('site_id')
    .$type<SiteId>()
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<'raw' | 'validated' | 'derived'>().notNull(),
  used: integer('used').notNull().default(0),
});

export const series = pgTable('series', {
  id: integer('id').primaryKey(),
  block: integer('block')
    .notNull()
    .references(() => seriesBlocks.block, { onDelete: 'cascade' }),
  segmentId: text('segment_id')
    .$type<SegmentId>()
    .notNull()
    .references(() => segments.id, { onDelete: 'cascade' }),
  apCode: text('ap_code').notNull(),
  calcType: text('calc_type').notNull(),
  createdAtMs: instant('created_at_ms').notNull(),
});
