import type { DemoEventCodeList } from '@solvane/contract/demo-worker';
import type { SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import type { RejectReason } from '@solvane/contract/ingest';
import type { InjectedFault } from '@solvane/contract/system';
import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './access.ts';
import { instant } from './columns.ts';
import { segments, sites } from './fleet.ts';

export const ingestionKeys = pgTable('ingestion_keys', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  createdBy: uuid('created_by')
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' }),
  createdAtMs: instant('created_at_ms').notNull(),
  lastUsedAtMs: instant('last_used_at_ms'),
  revokedAtMs: instant('revoked_at_ms'),
});

export const ingestionKeySites = pgTable(
  'ingestion_key_sites',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => ingestionKeys.id, { onDelete: 'cascade' }),
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.siteId] })],
);

export const ingestionRejects = pgTable('ingestion_rejects', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  atMs: instant('at_ms').notNull(),
  /** null: the row names no device that we know. */
  siteId: text('site_id')
    .$type<SiteId>()
    .references(() => sites.id, { onDelete: 'cascade' }),
  keyId: uuid('key_id').references(() => ingestionKeys.id, { onDelete: 'set null' }),
  segmentId: text('segment_id'),
  signal: text('signal'),
  reason: text('reason').$type<RejectReason>().notNull(),
  rowCount: integer('row_count').notNull(),
  sample: text('sample').notNull(),
});

export const siteArrivals = pgTable('site_arrivals', {
  siteId: text('site_id')
    .$type<SiteId>()
    .primaryKey()
    .references(() => sites.id, { onDelete: 'cascade' }),
  /** null: points came before it was kept. */
  firstPointMs: instant('first_point_ms'),
  lastPointMs: instant('last_point_ms'),
  lastReceivedMs: instant('last_received_ms'),
});

export const siteArrivalHours = pgTable(
  'site_arrival_hours',
  {
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    hourStartMs: instant('hour_start_ms').notNull(),
    points: bigint('points', { mode: 'number' }).notNull().default(0),
    rejected: bigint('rejected', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.hourStartMs] })],
);

export const rawEvents = pgTable(
  'raw_events',
  {
    segmentId: text('segment_id')
      .$type<SegmentId>()
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    startMs: instant('start_ms').notNull(),
    /** null: still open. */
    endMs: instant('end_ms'),
    siteId: text('site_id')
      .$type<SiteId>()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    message: text('message').notNull().default(''),
    receivedAtMs: instant('received_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.code, table.startMs] })],
);

/** Codes that devices have sent, counted as they arrive. */
export const seenEventCodes = pgTable(
  'seen_event_codes',
  {
    segmentId: text('segment_id')
      .$type<SegmentId>()
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    /** Last message of the machine. Empty: none. */
    message: text('message').notNull().default(''),
    eventCount: bigint('event_count', { mode: 'number' }).notNull(),
    firstSeenMs: instant('first_seen_ms').notNull(),
    lastSeenMs: instant('last_seen_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.code] })],
);

/** Files that an import has read to the end: going on after an interruption passes over them. */
export const finishedImports = pgTable('finished_imports', {
  /** Of the mapping, the path, the size and the time of change. */
  id: text('id').primaryKey(),
  path: text('path').notNull(),
  rowCount: bigint('row_count', { mode: 'number' }).notNull(),
  finishedAtMs: instant('finished_at_ms').notNull(),
});

export const demoState = pgTable('demo_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  stage: text('stage').$type<'recent' | 'history' | 'live'>().notNull(),
  share: doublePrecision('share').notNull(),
  /** What is loaded already, for the loader to go on from. */
  cursor: jsonb('cursor').$type<Record<string, unknown>>().notNull().default({}),
  /** Faults and code lists of the last start, and since when there are data. */
  description: jsonb('description')
    .$type<{ faults?: readonly InjectedFault[]; eventCodes?: readonly DemoEventCodeList[]; historyFromMs?: number }>()
    .notNull()
    .default({}),
  updatedAtMs: instant('updated_at_ms').notNull(),
});
