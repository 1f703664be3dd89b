import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { enterprises, segments, sites } from './fleet.ts';

/** Belongs to an enterprise and goes with it. */
export function ofEnterprise() {
  return text('enterprise_id')
    .$type<EnterpriseId>()
    .notNull()
    .references(() => enterprises.id, { onDelete: 'cascade' });
}

export function ofSite() {
  return text('site_id')
    .$type<SiteId>()
    .notNull()
    .references(() => sites.id, { onDelete: 'cascade' });
}

export function ofSegment() {
  return text('segment_id')
    .$type<SegmentId>()
    .notNull()
    .references(() => segments.id, { onDelete: 'cascade' });
}

/** Who changed it last, and when. */
export function lastChange() {
  return { updatedBy: text('updated_by').notNull(), updatedAtMs: instant('updated_at_ms').notNull() };
}
